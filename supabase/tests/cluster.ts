// Starts one Postgres for the whole run, with a migrated database that every test file clones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import type { TestProject } from 'vitest/node';

import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { maintain } from '../../server/postgres/maintain.ts';
import type { Statements } from '../../database/statement.ts';
import { applyMigrations } from '../../server/postgres/migrate.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { openOverTcp, sharePassword } from './open-over-tcp.ts';
import { startPooler } from './pooler.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** URL of the superuser. */
		cluster: string;
		/** Port of PgBouncer in transaction mode; undefined where it is not installed. */
		pooler: number | undefined;
	}
}

/** The migrated database, without partitions. */
export const template = 'feedback_template';
/** The migrated database with the partitions around today. Creating them is slower than cloning the database. */
export const templateOfToday = 'feedback_template_of_today';
/** The date of tests that do not depend on today, in milliseconds since 1970. */
export const testDate = Date.parse('2026-06-15T12:00:00Z');
/** The migrated database with the partitions around `testDate`. */
export const templateOfTestDate = 'feedback_template_of_test_date';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-database-'));
	const { url, stop } = await findServer(join(folder, 'data'));
	const { password } = new URL(url);
	await prepareCluster(url, password);
	const admin = postgres(url, { max: 1, onnotice: () => undefined });
	await admin.unsafe(`create database ${template} owner postgres`);
	await prepareCluster(withRole(url, 'supabase_admin', template), password);
	await applyMigrations(withRole(url, 'postgres', template));
	await sharePassword(url, ['feedback_ingest', 'feedback_manage', 'feedback_identity']);
	for (const [name, now] of [
		[templateOfToday, Date.now()],
		[templateOfTestDate, testDate],
	] as const) {
		await admin.unsafe(`create database ${name} template ${template} owner postgres`);
		const sql = postgres(withRole(url, 'supabase_admin', name), { max: 1, onnotice() {} });
		await maintain(sql as unknown as Statements, { now: new Date(now) });
		await sql.end();
	}
	await admin.end();
	const pooler = await startPooler(folder, {
		upstream: Number(new URL(url).port),
		password,
		port: await findFreePort(),
	});
	project.provide('cluster', url);
	project.provide('pooler', pooler?.port);
	return async () => {
		await pooler?.stop();
		await stop();
		rmSync(folder, { recursive: true, force: true });
	};
}

/**
 * Finds or starts a server for the tests: an embedded Postgres, or the server at `FEEDBACK_TEST_POSTGRES`, the URL of
 * its superuser `supabase_admin`.
 */
async function findServer(data: string): Promise<{ url: string; stop(): Promise<void> }> {
	const given = process.env['FEEDBACK_TEST_POSTGRES'];
	if (given) return { url: given, stop: () => Promise.resolve() };
	const running = await startPostgres({
		data,
		port: await findFreePort(),
		settings: { fsync: 'off', max_connections: 200 },
	});
	return { url: await openOverTcp(running.url), stop: () => running.stop() };
}
