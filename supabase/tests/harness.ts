// A database for each test file, and connections to it.
import postgres from 'postgres';
import type { Sql } from 'postgres';
import { inject } from 'vitest';

import { withRole } from '../../server/postgres/cluster.ts';
import { maintain } from '../../server/postgres/maintain.ts';
import type { Statements } from '../../database/statement.ts';
import { recordCalls } from './record-calls.ts';
import { template, templateOfTestDate, templateOfToday, testDate } from './cluster.ts';

export type Role =
	| 'supabase_admin'
	| 'postgres'
	| 'feedback_ingest'
	| 'feedback_manage'
	| 'feedback_identity';

/** Statements of the tests' driver. The functions accept them too, although they use another driver. */
export type TestSql = Sql & Statements;

export type TestDatabase = {
	name: string;
	/** URL for a role, direct or through PgBouncer depending on `FEEDBACK_TEST_POOLER`. */
	url(role: Role, pooled?: boolean): string;
	/** Superuser, to inspect data and to prepare what no function does. */
	admin: TestSql;
	/** Connects as the `sdk` function does. */
	ingest: TestSql;
	/** Opens further connections, which are closed with the database. */
	connect(role: Role, options?: { max?: number; pooled?: boolean }): TestSql;
	close(): Promise<void>;
};

let created = 0;

/**
 * Clones the migrated database with the partitions around `now`.
 *
 * @example
 * const database = await createDatabase();
 * afterAll(() => database.close());
 */
export async function createDatabase(
	options: { now?: Date; pooled?: boolean } = {},
): Promise<TestDatabase> {
	const cluster = inject('cluster');
	const pooler = inject('pooler');
	const name = `test_${process.pid}_${++created}_${Math.random().toString(36).slice(2, 8)}`;
	const root = postgres(cluster, { max: 1, onnotice: () => undefined });
	const prepared = Number(options.now) === testDate ? templateOfTestDate : undefined;
	const from = options.now ? prepared : templateOfToday;
	// Copying files takes a third less CPU time than writing each page to the WAL.
	await root.unsafe(
		`create database ${name} template ${from ?? template} owner postgres strategy file_copy`,
	);

	const pooledByDefault = options.pooled ?? process.env['FEEDBACK_TEST_POOLER'] === '1';
	const url = (role: Role, pooled = pooledByDefault) => {
		const address = new URL(withRole(cluster, role, name));
		if (pooled && pooler) address.port = String(pooler);
		return address.href;
	};
	const opened: TestSql[] = [];
	const connect: TestDatabase['connect'] = (role, { max = 4, pooled = pooledByDefault } = {}) => {
		const sql = postgres(url(role, pooled), {
			max,
			prepare: !pooled,
			fetch_types: false,
			onnotice: () => undefined,
		}) as Sql as TestSql;
		opened.push(sql);
		return sql;
	};
	const admin = connect('supabase_admin', { pooled: false });
	if (!from) await maintain(admin, { now: options.now! });
	return {
		name,
		url,
		admin,
		ingest: connect('feedback_ingest'),
		connect,
		close: async () => {
			// Their counts are complete when the connections have ended.
			await Promise.all(
				opened.filter((sql) => sql !== admin).map((sql) => sql.end({ timeout: 5 })),
			);
			await recordCalls(admin);
			await admin.end({ timeout: 5 });
			await root.unsafe(`drop database if exists ${name} with (force)`);
			await root.end();
		},
	};
}
