import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { layout } from '#layout';
import type { Archiving } from '../backup/archiving.ts';
import type { Config } from '../config/config-schema.ts';
import { openDataFolder } from '../data/data-folder.ts';
import { type HeldData, holdData } from '../data/held-data.ts';
import { refuseSecond } from '../data/lock.ts';
import { loadSecrets } from '../data/secrets.ts';
import { takeActivatedSocket } from '../gateway/activated-socket.ts';
import { startIdentity } from '../identity/identity.ts';
import type { Log } from '../log/log.ts';
import { answerStatic } from '../parts/static-files.ts';
import { keepRetention } from '../postgres/retention.ts';
import { loginSettings } from '../postgres/database.ts';
import { since } from '../stack/since.ts';
import { startFunctionsPart } from '../stack/start-functions.ts';
import { startTelemetry } from '../stack/telemetry.ts';
import { checkPart } from '../supervisor/supervisor.ts';
import { identityOptions } from './identity-options.ts';
import { readBackupSettings } from './backup-settings.ts';
import { migrateDatabase } from './migrate-database.ts';
import { openDatabase } from './open-database.ts';
import { parseListen } from './parse-listen.ts';
import { startBackups } from './start-backups.ts';
import { startDocsPart } from './start-docs.ts';

export type ServerOptions = {
	log: Log;
	/** Path of the configuration file, which backups include. */
	configFile?: string | undefined;
};

/** A running server. */
export type Server = {
	/** Where this machine reaches it. */
	url: string;
	/** Where the metrics are served, if they are. */
	metricsUrl: string | undefined;
	/** Answers the requests under way, then stops every part. Safe to repeat. */
	stop(): Promise<void>;
};

/**
 * Starts the server that the configuration describes. Rejects, with everything stopped again, when a part does not
 * start; with `AlreadyRunning` when one runs on the data folder.
 *
 * @example
 * const server = await startServer(readConfig({ file: undefined, environment: process.env }), { log });
 */
export async function startServer(config: Config, options: ServerOptions): Promise<Server> {
	const cleanup = new AsyncDisposableStack();
	try {
		return await bringUp(config, options, cleanup);
	} catch (error) {
		await cleanup.disposeAsync();
		throw error;
	}
}

async function bringUp(
	config: Config,
	{ log, configFile }: ServerOptions,
	cleanup: AsyncDisposableStack,
): Promise<Server> {
	const started = performance.now();
	const data = openDataFolder(config.data, cleanup);
	await refuseSecond(data);
	const telemetry = await startTelemetry(
		{
			logRequests: true,
			...(config.metrics_listen && { metricsListen: parseListen(config.metrics_listen) }),
			...(config.tracing && { tracing: config.tracing }),
		},
		log,
		cleanup,
	);
	const gateway = await holdData(
		data,
		{
			listen: takeActivatedSocket() ?? parseListen(config.listen),
			publicUrl: config.public_url,
			trustedProxies: config.trusted_proxies,
			regionHeader: config.region_header,
			docsUrl: config.docs_url,
			observe: telemetry.observe,
			startTrace: telemetry.startTrace,
		},
		cleanup,
	);
	const { upstreams } = gateway;
	let endStart: () => void = () => undefined;
	upstreams.starting = new Promise<void>((resolve) => (endStart = resolve));
	cleanup.defer(() => endStart());
	serveDashboard(config, gateway);
	const secrets = loadSecrets(data, log);
	const backups = await readBackupSettings(config, configFile);
	// Postgres hands its last WAL over when it stops, so archiving stops after it.
	const backupPart: { archiving?: Archiving | undefined } = {};
	cleanup.defer(() => backupPart.archiving?.stop());
	const database = await openDatabase(config, { secrets, log, cleanup });
	await migrateDatabase(config, { database, secrets, backups, log });
	const identity = await startIdentity(identityOptions(config, database, secrets, log));
	cleanup.defer(() => identity.stop());
	// The gateway replaces the forwarding headers by the one address that it believes.
	upstreams.identity = (request, address) => identity.handle(request, address);
	const retention = await keepRetention(database.address, log);
	cleanup.defer(() => retention.stop());
	const docs = await startDocsPart(config, upstreams, cleanup);
	const { functions, readMeasurements } = await startFunctionsPart({
		environment: {
			...loginSettings(database.ownerUrl, secrets, config.database.ca_file),
			FEEDBACK_SECRET: secrets.service,
			FEEDBACK_AUTH: 'feedback',
			FEEDBACK_AUTH_ISSUER: `${config.public_url}/auth`,
			FEEDBACK_AUTH_JWKS_URL: `${gateway.url}/auth/jwks`,
			FEEDBACK_DASHBOARD_URL: config.public_url,
			FEEDBACK_API_URL: `${config.public_url}/functions/v1`,
			FEEDBACK_POOL_SIZE: String(config.database.pool_size),
			// A pooler in transaction mode would forget them.
			...(!config.database.pooled && { FEEDBACK_PREPARED_STATEMENTS: '1' }),
			...(config.region_header && { FEEDBACK_REGION_HEADER: config.region_header }),
			...(docs && { FEEDBACK_DOCS_URL: docs.url }),
		},
		cache: join(data, 'deno'),
		hosts: [database.address.host, new URL(gateway.url).hostname.replace(/^\[|\]$/g, '')],
		...{ upstreams, tracing: config.tracing, log, cleanup },
	});
	upstreams.parts = async () => {
		const [postgres, people, process] = await Promise.all([
			database.check(),
			checkPart(identity.probe()),
			functions.check(),
		]);
		return { gateway: 'running', postgres, identity: people, functions: process };
	};
	backupPart.archiving = await startBackups(config, { database, settings: backups, log });
	const metricsUrl = await telemetry.measure({
		parts: { functions, ...(database.embedded && { postgres: database.embedded.postgres }) },
		readFunctions: readMeasurements,
		database: { address: database.address, lastMaintained: retention.finishedAt },
	});
	delete upstreams.starting;
	endStart();
	// Registered last, so that it comes before any part is stopped.
	cleanup.defer(() =>
		gateway.drain({
			lameDuckMs: config.drain.lame_duck_seconds * 1_000,
			timeoutMs: config.drain.timeout_seconds * 1_000,
		}),
	);
	log(`Feedback serves ${config.public_url} at ${gateway.url}${since(started)}.`);
	return { url: gateway.url, metricsUrl, stop: () => cleanup.disposeAsync() };
}

function serveDashboard({ public_url: publicUrl }: Config, { upstreams }: HeldData): void {
	const fallback = ['200.html', 'index.html'].find((name) =>
		existsSync(join(layout.dashboard, name)),
	);
	upstreams.dashboard = answerStatic({
		folder: layout.dashboard,
		immutable: '/_app/immutable/',
		...(fallback && { fallback }),
		config: {
			apiUrl: `${publicUrl}/functions/v1`,
			authUrl: `${publicUrl}/auth`,
			auth: 'feedback',
			local: false,
		},
	});
}
