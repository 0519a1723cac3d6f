import { join } from 'node:path';

import postgres from 'postgres';

import { findFreePort } from '../../../server/ports/ports.ts';
import { prepareCluster, withRole } from '../../../server/postgres/cluster.ts';
import { startPostgres } from '../../../server/postgres/postgres.ts';
import type { TestSql } from '../../../supabase/tests/harness.ts';
import { openOverTcp, sharePassword } from '../../../supabase/tests/open-over-tcp.ts';

/** A PostgreSQL server with a separate data folder, which can be killed. */
export type RunningDatabase = {
	name: string;
	/** As the owner, who is no superuser. */
	url: string;
	/** Superuser. */
	admin: TestSql;
	/** Kills it, as a crash of its machine would. */
	kill(): void;
	/** Shuts it down. */
	shutDown(): Promise<void>;
	/** Starts it again in the same place. */
	start(): Promise<void>;
	/** Shuts it down, and closes the connections to it. */
	close(): Promise<void>;
};

/** Starts a new PostgreSQL server, whose owner has exactly the rights that the service needs. */
export async function startDatabase(folder: string, name: string): Promise<RunningDatabase> {
	const options = {
		data: join(folder, name),
		port: await findFreePort(),
		settings: {
			fsync: 'off',
			wal_level: 'logical',
			max_connections: 200,
			max_worker_processes: 16,
			max_logical_replication_workers: 8,
		},
	};
	let running = await startPostgres(options);
	const root = await openOverTcp(running.url);
	await prepareCluster(root, new URL(root).password);
	await sharePassword(root, ['postgres']);
	const admin = postgres(root, {
		max: 2,
		idle_timeout: 1,
		onnotice() {},
		backoff: () => 0.1,
	}) as unknown as TestSql;
	return {
		name,
		url: withRole(root, 'postgres'),
		admin,
		kill: () => running.killAll(),
		shutDown: () => running.stop(),
		async start() {
			running = await startPostgres(options);
		},
		async close() {
			await admin.end({ timeout: 1 });
			await running.stop();
		},
	};
}
