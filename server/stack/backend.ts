import { join } from 'node:path';

import { prepareCluster } from '../postgres/cluster.ts';
import { completeDatabase, loginSettings, ownerUrl } from '../postgres/database.ts';
import { refuseOtherVersions } from '../postgres/other-versions.ts';
import type { HeldData } from '../data/held-data.ts';
import type { KillablePart } from '../parts/parts.ts';
import { keepRetention } from '../postgres/retention.ts';
import type { MeasuredServer } from '../metrics/metrics.ts';
import type { TracingOptions } from '../tracing/tracing.ts';
import type { Log } from '../log/log.ts';
import type { Secrets } from '../data/secrets.ts';
import { checkPart } from '../supervisor/supervisor.ts';
import type { DemoPart } from './demo-part.ts';
import type { SignInPart } from './sign-in-part.ts';
import { since } from './since.ts';
import { startFunctionsPart } from './start-functions.ts';
import { startPostgresPart } from './start-postgres.ts';

export type BackendOptions = {
	data: string;
	databasePort: number;
	/** Address under which browsers reach the gateway, if it is not its own. */
	publicUrl: string | undefined;
	dashboardUrl: string;
	docsUrl: string;
	tracing: TracingOptions | undefined;
	secrets: Secrets;
	demo: DemoPart | undefined;
	signIn: SignInPart;
	gateway: HeldData;
	environment: Record<string, string>;
	log: Log;
	cleanup: AsyncDisposableStack;
	signal?: AbortSignal | undefined;
};

export type Backend = {
	databaseUrl: string;
	adminUrl: string;
	authUrl: string;
	measured: MeasuredServer;
	killPart(name: KillablePart): void;
	takeDown(name: KillablePart): Promise<() => Promise<void>>;
};

/** Postgres with its schema and seeds, what signs people in, retention, and the functions, connected to the gateway. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
	const { secrets, gateway, log, cleanup } = options;
	const { postgres, adminUrl } = await startPostgresPart({
		...{ data: options.data, port: options.databasePort, log, cleanup },
	});
	options.signal?.throwIfAborted();
	await refuseOtherVersions(adminUrl);
	await prepareCluster(adminUrl, secrets.owner);
	const databaseUrl = ownerUrl(options.databasePort, secrets.owner);
	const started = performance.now();
	const applied = await completeDatabase(databaseUrl, secrets);
	if (applied.length > 0) log(`Applied ${count(applied, 'migration')}${since(started)}.`);
	options.signal?.throwIfAborted();
	const signIn = await options.signIn.start({
		...{ adminUrl, databaseUrl, secrets, upstreams: gateway.upstreams, log },
		publicUrl: options.publicUrl?.replace(/\/+$/, '') ?? gateway.url,
		...{ localUrl: gateway.url, dashboardUrl: options.dashboardUrl },
	});
	cleanup.defer(() => signIn.stop());
	const retention = await keepRetention(databaseUrl, log);
	cleanup.defer(() => retention.stop());
	if (options.demo) {
		gateway.upstreams.local = await options.demo.setUp({ signIn, databaseUrl, secrets, log });
	}
	const { functions, readMeasurements } = await startFunctionsPart({
		environment: { ...functionsEnvironment(options, databaseUrl), ...signIn.environment },
		cache: join(options.data, 'deno'),
		upstreams: gateway.upstreams,
		...{ tracing: options.tracing, log, cleanup },
	});
	gateway.upstreams.parts = async () => {
		const [database, people, process] = await Promise.all([
			postgres.check(),
			checkPart(signIn.probe()),
			functions.check(),
		]);
		return { gateway: 'running', postgres: database, auth: people, functions: process };
	};
	const parts = { postgres, functions };
	const measured: MeasuredServer = {
		parts,
		readFunctions: readMeasurements,
		database: { address: databaseUrl, lastMaintained: retention.finishedAt },
	};
	return {
		...{ measured, databaseUrl, adminUrl, authUrl: signIn.authUrl },
		killPart: (name) => parts[name].kill(),
		takeDown: (name) => parts[name].takeDown(),
	};
}

function functionsEnvironment(
	options: BackendOptions,
	databaseUrl: string,
): Record<string, string> {
	const { gateway, secrets, publicUrl } = options;
	return {
		...loginSettings(databaseUrl, secrets),
		FEEDBACK_SECRET: secrets.service,
		FEEDBACK_DASHBOARD_URL: options.dashboardUrl,
		FEEDBACK_DOCS_URL: options.docsUrl,
		// The connection is direct; a pooler in transaction mode would forget them.
		FEEDBACK_PREPARED_STATEMENTS: '1',
		SUPABASE_URL: gateway.url,
		...(publicUrl && { FEEDBACK_API_URL: new URL('/functions/v1', publicUrl).href }),
		...options.environment,
	};
}

function count(things: readonly unknown[], noun: string): string {
	return `${things.length} ${noun}${things.length === 1 ? '' : 's'}`;
}
