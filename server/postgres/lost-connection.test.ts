// When a connection is lost at any moment, the work that uses it rejects, and the process continues.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import {
	type BreakingServer,
	startBreakingServer,
} from '../../supabase/functions/tests/breaking-server.ts';
import { type TestDatabase, createDatabase } from '../../supabase/tests/harness.ts';
import { connectDatabase } from './connect.ts';
import { withFreeLock, withLock } from './held-lock.ts';
import { maintain } from './maintain.ts';
import { applyMigrations } from './migrate.ts';

let database: TestDatabase;
let server: BreakingServer;
let url: string;

beforeEach(async () => {
	database = await createDatabase();
	// Bypasses the tests' pooler, because the pooler would not close its own connections.
	server = await startBreakingServer(Number(new URL(inject('cluster')).port));
	const address = new URL(database.url('postgres', false));
	address.host = `127.0.0.1:${server.port}`;
	url = address.href;
});
afterEach(async () => {
	await server.stop();
	await database.close();
});

const losses = [
	{ how: 'ended by the server', lose: () => terminate(), says: /terminating connection|closed/ },
	{ how: 'closed', lose: () => server.breakOpen('closed'), says: /closed|terminated/ },
	{ how: 'reset', lose: () => server.breakOpen('reset'), says: /ECONNRESET|closed/ },
];

/** Ends the owner's sessions on this database. The test itself uses superuser sessions. */
async function terminate(): Promise<void> {
	await database.admin`select pg_terminate_backend(pid) from pg_stat_activity
		where datname = ${database.name} and usename = 'postgres'`;
}

/** Statements of the owner that wait for a lock. */
const waiting = async () =>
	(
		await database.admin`select from pg_stat_activity
			where datname = ${database.name} and usename = 'postgres' and wait_event_type = 'Lock'`
	).length;

describe.each(losses)('when connections are $how', ({ lose, says }) => {
	it('during a migration, the error names the migration, and the next run applies it', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'feedback-lost-'));
		mkdirSync(join(folder, 'schemas'));
		writeFileSync(
			join(folder, '20300101000000_wait.sql'),
			'create table public.half (); lock table app.displays; create table public.whole ();',
		);
		await database.admin`drop schema if exists supabase_migrations cascade`;
		await database.admin`grant create on schema public to postgres`;
		await database.admin.begin(async (blocking) => {
			await blocking`lock table app.displays in access exclusive mode`;
			const applied = applyMigrations(url, { folder, schemas: join(folder, 'schemas') }).catch(
				(error: unknown) => error,
			);
			await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
			await lose();
			expect(String(await applied)).toMatch(
				/^Error: The migration 20300101000000_wait.sql was interrupted: /,
			);
			expect(String(await applied)).toMatch(says);
		});
		expect(await applyMigrations(url, { folder, schemas: join(folder, 'schemas') })).toEqual([
			'20300101000000_wait.sql',
		]);
		rmSync(folder, { recursive: true });
	});

	it('during maintenance, the run rejects, and the next run continues', async () => {
		const sql = connectDatabase(url);
		await database.admin.begin(async (blocking) => {
			await blocking`lock table app.displays in access exclusive mode`;
			const run = maintain(sql).catch((error: unknown) => error);
			await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
			await lose();
			expect(String(await run)).toMatch(says);
		});
		await maintain(sql);
		await sql.end();
	});

	it.each([
		{ kind: 'a lock that is waited for', take: withLock },
		{ kind: 'a lock that is free', take: withFreeLock },
	])('while $kind is held, its work ends and then rejects', async ({ take }) => {
		let ended = false;
		const held = take(url, 'of a test', async () => {
			await lose();
			// This server no longer holds the lock, so another one can take it.
			await expect
				.poll(() => withFreeLock(database.url('postgres', false), 'of a test', async () => true), {
					timeout: 20_000,
				})
				.toBe(true);
			ended = true;
		});
		await expect(held).rejects.toThrow(
			/^The lock “of a test” was lost before its work had ended: /,
		);
		await expect(held).rejects.toThrow(says);
		expect(ended).toBe(true);
	});
});
