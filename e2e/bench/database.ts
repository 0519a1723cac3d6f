// A separate, migrated Postgres for a benchmark, with real flushes to disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres, { type Sql } from 'postgres';

import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { createPartitions } from '../../server/postgres/maintain.ts';
import { applyMigrations } from '../../server/postgres/migrate.ts';
import { openOverTcp, sharePassword } from '../../supabase/tests/open-over-tcp.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';

export type BenchDatabase = {
	/** The superuser's address. */
	url: string;
	/** The superuser. */
	admin: TestSql;
	/** Each is one connection, in the role of the sdk function. */
	lanes: TestSql[];
	stop(): Promise<void>;
};

/** Starts Postgres, applies the migrations and opens `count` connections. */
export async function startBenchDatabase(count: number): Promise<BenchDatabase> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-bench-'));
	const running = await startPostgres({
		data: join(folder, 'data'),
		port: await findFreePort(),
		settings: { shared_buffers: '1GB', max_wal_size: '8GB' },
	});
	const address = await openOverTcp(running.url);
	await prepareCluster(address, new URL(address).password);
	await applyMigrations(withRole(address, 'postgres', 'postgres'));
	await sharePassword(address, ['feedback_ingest', 'feedback_manage']);
	const connect = (url: string) =>
		postgres(url, { max: 1, onnotice: () => undefined }) as Sql as TestSql;
	const admin = connect(address);
	await createPartitions(admin);
	const lanes = Array.from({ length: count }, () =>
		connect(withRole(address, 'feedback_ingest', 'postgres')),
	);
	return {
		url: address,
		admin,
		lanes,
		stop: async () => {
			await Promise.all([admin, ...lanes].map((sql) => sql.end({ timeout: 5 })));
			await running.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
