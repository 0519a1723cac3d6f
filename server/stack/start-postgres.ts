import { join } from 'node:path';

import type { Log } from '../log/log.ts';
import { runPostgres } from '../postgres/database.ts';
import type { Settings } from '../postgres/data-directory.ts';
import { requireOwnCluster } from '../postgres/require-own-cluster.ts';
import { endStaleProcess } from '../postgres/stale-process.ts';
import { type Supervised, supervise } from '../supervisor/supervisor.ts';
import { since } from './since.ts';

export type PostgresPartOptions = {
	/** Folder with the cluster, in `postgres`, and its logs, in `log`. */
	data: string;
	port: number;
	/** Settings of Postgres besides the defaults. */
	configuration?: Settings;
	log: Log;
	cleanup: AsyncDisposableStack;
};

export type PostgresPart = {
	postgres: Supervised;
	/** Folder of the cluster. */
	cluster: string;
	/** URL of the superuser, over a Unix socket. */
	adminUrl: string;
};

/** Starts the embedded Postgres and restarts it when it ends. Throws when its cluster belongs to another user. */
export async function startPostgresPart(options: PostgresPartOptions): Promise<PostgresPart> {
	const { data, log, cleanup, ...settings } = options;
	const cluster = join(data, 'postgres');
	requireOwnCluster(cluster);
	if (await endStaleProcess(cluster)) log('Ended the Postgres that an earlier run left behind.');
	const started = performance.now();
	let adminUrl = '';
	const postgres = await supervise({
		name: 'Postgres',
		log,
		async start(signal) {
			const run = await runPostgres({
				...settings,
				data: cluster,
				signal,
				logs: join(data, 'log'),
			});
			adminUrl = run.url;
			return run;
		},
	});
	cleanup.defer(() => postgres.stop());
	log(`Postgres 17 runs${since(started)}.`);
	return { postgres, cluster, adminUrl };
}
