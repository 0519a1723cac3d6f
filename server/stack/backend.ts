import { join } from 'node:path';

import { startAuth } from '../auth/auth.ts';
import { prepareCluster } from '../postgres/cluster.ts';
import { completeDatabase, loginSettings, ownerUrl, showSessions } from '../postgres/database.ts';
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
	gateway: HeldData;
	environment: Record<string, string>;
	log: Log;
	cleanup: AsyncDisposableStack;
	signal?: AbortSignal | undefined;
};

export type Backend = {
	databaseUrl: string;
	adminUrl: string;
	measured: MeasuredServer;
	killPart(name: KillablePart): void;
	takeDown(name: KillablePart): Promise<() => Promise<void>>;
};

/** Postgres with its schema and seeds, Auth, retention, and the functions, connected to the gateway. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
	const { secrets, gateway, log, cleanup } = options;
	const { postgres, adminUrl } = await startPostgresPart({
		...{ data: options.data, port: options.databasePort, log, cleanup },
	});
	options.signal?.throwIfAborted();
	await refuseOtherVersions(adminUrl);
	await prepareCluster(adminUrl, secrets.owner);
	const databaseUrl = ownerUrl(options.databasePort, secrets.owner);
	const auth = await startAuth({
		databaseUrl: adminUrl,
		jwtSecret: secrets.jwt,
		siteUrl: options.dashboardUrl,
		authUrl: `${options.publicUrl?.replace(/\/+$/, '') ?? gateway.url}/auth/v1`,
	});
	cleanup.defer(() => auth.stop());
	const started = performance.now();
	const applied = await completeDatabase(databaseUrl, secrets);
	await showSessions(adminUrl);
	if (applied.length > 0) log(`Applied ${count(applied, 'migration')}${since(started)}.`);
	options.signal?.throwIfAborted();
	const retention = await keepRetention(databaseUrl, log);
	cleanup.defer(() => retention.stop());
	if (options.demo) {
		gateway.upstreams.local = await options.demo.setUp({ auth, databaseUrl, secrets, log });
	}
	const { functions, readMeasurements } = await startFunctionsPart({
		environment: functionsEnvironment(options, databaseUrl),
		cache: join(options.data, 'deno'),
		upstreams: gateway.upstreams,
		...{ tracing: options.tracing, log, cleanup },
	});
	gateway.upstreams.auth = auth.handle;
	gateway.upstreams.parts = async () => {
		const [database, people, process] = await Promise.all([
			postgres.check(),
			checkPart(auth.probe()),
			functions.check(),
		]);
		return { gateway: 'running', postgres: database, auth: people, functions: process };
	};
	const parts = { postgres, functions };
	const measured: MeasuredServer = {
		parts,
		readFunctions: readMeasurements,
		database: { url: databaseUrl, lastMaintained: retention.finishedAt },
	};
	return {
		measured,
		databaseUrl,
		adminUrl,
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
		FEEDBACK_JWT_SECRET: secrets.jwt,
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
