import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { endWaiting } from '../../supabase/tests/end-waiting.ts';
import { startAuth } from './auth.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

const signIn = () =>
	new Request('http://127.0.0.1:54321/auth/v1/token?grant_type=password', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
	});

const start = () =>
	startAuth({
		databaseUrl: database.url('supabase_admin', false),
		jwtSecret: 'a secret of the tests that is long enough',
		siteUrl: 'http://127.0.0.1:54323',
	});

test('it stops when requests have lost their connections', async () => {
	const auth = await start();
	await database.admin.begin(async (sql) => {
		await sql`lock table auth.users in access exclusive mode`;
		const asked = [1, 2, 3, 4].map(() => auth.handle(signIn()));
		await endWaiting(database.admin, asked.length);
		for (const { status } of await Promise.all(asked)) expect(status).toBe(500);
	});
	await auth.stop();
});

test('its driver closes idle connections, before they count as silent', async () => {
	const countOpen = async () =>
		(
			await database.admin`select from pg_stat_activity
				where datname = current_database() and usename = 'supabase_admin'`
		).length;
	const before = await countOpen();
	const auth = await start();
	await auth.probe();
	expect(await countOpen()).toBeGreaterThan(before);
	await expect.poll(countOpen, { timeout: 9_000 }).toBe(before);
	expect(await auth.probe()).toHaveLength(1);
	await auth.stop();
});
