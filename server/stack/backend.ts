import { join } from 'node:path';

import { layout } from '#layout';
import { startAuth } from '../auth/auth.ts';
import { prepareCluster } from '../postgres/cluster.ts';
import {
	completeDatabase,
	loginSettings,
	ownerUrl,
	runPostgres,
	showSessions,
} from '../postgres/database.ts';
import { refuseOtherVersions } from '../postgres/other-versions.ts';
import { type FunctionsRun, runFunctions } from '../functions/functions.ts';
import type { HeldData } from '../data/held-data.ts';
import { endStaleProcess } from '../postgres/stale-process.ts';
import type { KillablePart } from '../parts/parts.ts';
import { keepRetention } from '../postgres/retention.ts';
import type { MeasuredServer } from '../metrics/metrics.ts';
import type { TracingOptions } from '../tracing/tracing.ts';
import type { Log } from '../log/log.ts';
import type { Secrets } from '../data/secrets.ts';
import { type Supervised, checkPart, supervise } from '../supervisor/supervisor.ts';
import type { DemoPart } from './demo-part.ts';

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
	const { postgres, adminUrl } = await startDatabase(options);
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
	const { functions, current } = await startFunctionsPart(options, databaseUrl);
	gateway.upstreams.findUnready = () => findUnready(current());
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
		readFunctions: async () =>
			current()
				?.readMeasurements()
				.catch(() => undefined),
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

async function startDatabase(
	options: BackendOptions,
): Promise<{ postgres: Supervised; adminUrl: string }> {
	const data = join(options.data, 'postgres');
	if (await endStaleProcess(data))
		options.log('Ended the Postgres that an earlier run left behind.');
	const started = performance.now();
	let adminUrl = '';
	const postgres = await supervise({
		name: 'Postgres',
		log: options.log,
		async start(signal) {
			const run = await runPostgres({
				...{ data, signal, port: options.databasePort },
				logs: join(options.data, 'log'),
			});
			adminUrl = run.url;
			return run;
		},
	});
	options.cleanup.defer(() => postgres.stop());
	options.log(`Postgres 17 runs${since(started)}.`);
	return { postgres, adminUrl };
}

type FunctionsPart = {
	functions: Supervised;
	/** The run that answers now. */
	current(): FunctionsRun | undefined;
};

/** Names of the parts that are not ready: the functions' statement needs the database. */
async function findUnready(run: FunctionsRun | undefined): Promise<string[]> {
	if (!run || Object.keys(run.failures).length > 0) return ['functions'];
	return (await run.isReady()) ? [] : ['postgres'];
}

async function startFunctionsPart(
	options: BackendOptions,
	databaseUrl: string,
): Promise<FunctionsPart> {
	let current: FunctionsRun | undefined;
	const { gateway, secrets, log } = options;
	const environment = {
		...loginSettings(databaseUrl, secrets),
		FEEDBACK_SECRET: secrets.service,
		FEEDBACK_JWT_SECRET: secrets.jwt,
		FEEDBACK_DASHBOARD_URL: options.dashboardUrl,
		FEEDBACK_DOCS_URL: options.docsUrl,
		FEEDBACK_TRUSTED_PROXIES: '1',
		// The gateway removes those of callers.
		FEEDBACK_TRUSTED_REQUEST_IDS: '1',
		// The connection is direct; a pooler in transaction mode would forget them.
		FEEDBACK_PREPARED_STATEMENTS: '1',
		FEEDBACK_SCRIPT_DIR: layout.scripts,
		SUPABASE_URL: gateway.url,
		...(options.publicUrl && {
			FEEDBACK_API_URL: new URL('/functions/v1', options.publicUrl).href,
		}),
		...options.environment,
	};
	const cache = join(options.data, 'deno');
	const started = performance.now();
	const functions = await supervise({
		name: 'The functions process',
		log,
		async start(signal) {
			const run = await runFunctions({
				...{ environment, cache, signal, tracing: options.tracing },
				onLine: ({ level, message, requestId }) =>
					log(`functions: ${message}`, level, { request_id: requestId }),
			});
			gateway.upstreams.functionsPort = run.port;
			current = run;
			void run.ended.then(() => {
				if (current !== run) return;
				gateway.upstreams.functionsPort = undefined;
				current = undefined;
			});
			for (const [name, said] of Object.entries(run.failures)) {
				log(`The function ${name} could not be loaded:\n${said}`, 'error');
			}
			return run;
		},
	});
	options.cleanup.defer(() => functions.stop());
	log(`The functions run under Deno${since(started)}.`);
	return { functions, current: () => current };
}

function since(started: number): string {
	return ` (${((performance.now() - started) / 1_000).toFixed(1)} s)`;
}

function count(things: readonly unknown[], noun: string): string {
	return `${things.length} ${noun}${things.length === 1 ? '' : 's'}`;
}
