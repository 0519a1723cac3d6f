import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { layout } from '#layout';
import type { Archiving } from '../backup/archiving.ts';
import type { Config } from '../config/config-schema.ts';
import { takeActivatedSocket } from '../gateway/activated-socket.ts';
import type { FileOptions } from '../files/file-options.ts';
import { startIdentityThread } from '../identity/start-identity-thread.ts';
import type { Log } from '../log/log.ts';
import { since } from '../stack/since.ts';
import { type Database, type ServiceBase, startService } from '../stack/start-service.ts';
import { collectAfterStart } from '../threads/collect-after-start.ts';
import { askEnvironment, askHosts } from './ask-environment.ts';
import { filesEnvironment } from './files-environment.ts';
import { identityOptions } from './identity-options.ts';
import { readBackupSettings } from './backup-settings.ts';
import { migrateDatabase } from './migrate-database.ts';
import { mailEnvironment, mailHosts } from './mail-environment.ts';
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
	/** Address for clients on this machine. */
	url: string;
	/** Address of the metrics, if they are served. */
	metricsUrl: string | undefined;
	/** Finishes the requests in progress, then stops every part. Safe to repeat. */
	stop(): Promise<void>;
};

/**
 * Starts the server that the configuration describes. Rejects, with everything stopped again, when a part does not
 * start; with `AlreadyRunning` when a server already runs on the data folder.
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
	const backups = await readBackupSettings(config, configFile);
	let archiving: Archiving | undefined;
	const service = await startService(
		{
			data: config.data,
			telemetry: {
				logRequests: true,
				...(config.metrics_listen && { metricsListen: parseListen(config.metrics_listen) }),
				...(config.tracing && { tracing: config.tracing }),
			},
			drain: {
				lameDuckMs: config.drain.lame_duck_seconds * 1_000,
				timeoutMs: config.drain.timeout_seconds * 1_000,
			},
			eventsFirst: true,
			dashboard: describeDashboard(config),
			files: filesEnvironment(config),
			outgoing: config.outgoing_https,
			hosts: [...(await mailHosts(config)), ...askHosts(config), ...config.private_networks],
			chooseGateway: () => ({
				listen: takeActivatedSocket() ?? parseListen(config.listen),
				publicUrl: config.public_url,
				trustedProxies: config.trusted_proxies,
				regionHeader: config.region_header,
				docsUrl: config.docs_url,
			}),
			async openDatabase({ secrets }) {
				// Postgres hands over its last WAL when it stops, so archiving stops after it.
				cleanup.defer(() => archiving?.stop());
				const database = await openDatabase(config, { secrets, log, cleanup });
				await migrateDatabase(config, { database, secrets, backups, log });
				return database;
			},
			startSignIn: (base, database) => startSignIn(config, base, database),
			async prepareFunctions(base) {
				const docs = await startDocsPart(config, base);
				return {
					FEEDBACK_DASHBOARD_URL: config.public_url,
					FEEDBACK_API_URL: `${config.public_url}/functions/v1`,
					FEEDBACK_PACKAGES_URL: config.public_url,
					...mailEnvironment(config),
					...(config.slack && {
						FEEDBACK_SLACK_CLIENT_ID: config.slack.client_id,
						FEEDBACK_SLACK_CLIENT_SECRET: config.slack.client_secret,
					}),
					...askEnvironment(config),
					FEEDBACK_PRIVATE_NETWORKS: config.private_networks.join(','),
					FEEDBACK_POOL_SIZE: String(config.database.pool_size),
					// Prepared statements do not work with a pooler in transaction mode.
					...(!config.database.pooled && { FEEDBACK_PREPARED_STATEMENTS: '1' }),
					...(config.region_header && { FEEDBACK_REGION_HEADER: config.region_header }),
					...(docs && { FEEDBACK_DOCS_URL: docs.url }),
				};
			},
			async beforeRequests(_, database) {
				archiving = await startBackups(config, { database, settings: backups, log });
			},
		},
		log,
		cleanup,
	);
	const { gateway, metricsUrl } = service;
	log(`Feedback serves ${config.public_url} at ${gateway.url}${since(started)}.`);
	collectAfterStart();
	return { url: gateway.url, metricsUrl, stop: () => cleanup.disposeAsync() };
}

async function startSignIn(
	config: Config,
	{ gateway, secrets, threadSettings }: ServiceBase,
	database: Database,
) {
	const thread = await startIdentityThread(
		identityOptions(config, database, secrets),
		threadSettings,
	);
	gateway.upstreams.identityPort = thread.port;
	return {
		environment: {
			FEEDBACK_AUTH: 'feedback',
			FEEDBACK_AUTH_ISSUER: `${config.public_url}/auth`,
			FEEDBACK_AUTH_JWKS_URL: `${gateway.url}/auth/jwks`,
		},
		thread,
		stop: () => thread.stop(),
	};
}

function describeDashboard({
	public_url: publicUrl,
	docs_url: docsUrl,
}: Config): FileOptions['dashboard'] {
	const fallback = ['200.html', 'index.html'].find((name) =>
		existsSync(join(layout.dashboard, name)),
	);
	return {
		folder: layout.dashboard,
		immutable: '/_app/immutable/',
		...(fallback && { fallback }),
		connects: [publicUrl],
		config: {
			apiUrl: `${publicUrl}/functions/v1`,
			authUrl: `${publicUrl}/auth`,
			auth: 'feedback',
			local: false,
			packagesUrl: publicUrl,
			...(docsUrl && { docsUrl }),
		},
	};
}
