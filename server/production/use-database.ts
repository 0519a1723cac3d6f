import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '../config/config-schema.ts';
import { holdData } from '../data/held-data.ts';
import { AlreadyRunning, refuseSecond } from '../data/lock.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Log } from '../log/log.ts';
import { readDatabaseAddress } from '../postgres/database-address.ts';
import { ownerUrl } from '../postgres/database.ts';
import { requireOwnCluster } from '../postgres/require-own-cluster.ts';
import { superuserUrl } from '../postgres/superuser.ts';
import type { Database } from '../stack/start-service.ts';
import { openDatabase } from './open-database.ts';

/** The database, whose Postgres was started either by this process or by the running server. */
export type UsedDatabase = Pick<Database, 'ownerUrl' | 'address' | 'cells'> & {
	embedded: { adminUrl: string; cluster: string } | undefined;
};

/**
 * Runs `work` with the server's database, for a command that works with or without a running server. If the
 * server is not running, starts the embedded Postgres for the duration of `work`.
 */
export async function useDatabase<Result>(
	config: Config,
	{ secrets, log }: { secrets: Secrets; log: Log },
	work: (database: UsedDatabase) => Promise<Result>,
): Promise<Result> {
	if (!config.database.url) {
		// Even beside a running server, because the server could not delete another user's backups.
		requireOwnCluster(join(config.data, 'postgres'));
		const running = await findRunning(config, secrets);
		if (running) return work(running);
	}
	await using cleanup = new AsyncDisposableStack();
	// A server that starts in the meantime must not mistake this Postgres for a stale one.
	if (!config.database.url) await holdData(config.data, { listen: 0 }, cleanup);
	return await work(await openDatabase(config, { secrets, log, cleanup }));
}

async function findRunning({ data }: Config, secrets: Secrets): Promise<UsedDatabase | undefined> {
	try {
		await refuseSecond(data);
		return undefined;
	} catch (error) {
		if (!(error instanceof AlreadyRunning)) throw error;
	}
	const cluster = join(data, 'postgres');
	// Process, data folder, start, port, socket folder, address.
	const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
	const port = Number(lines[3]);
	const url = ownerUrl(port, secrets.owner);
	return {
		ownerUrl: url,
		address: readDatabaseAddress(url),
		embedded: { adminUrl: superuserUrl(lines[4]!, port), cluster },
	};
}
