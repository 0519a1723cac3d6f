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

// Auth's driver does not notice in time that an idle connection was closed, and the next request would wait forever.
test('it leaves idle connections open', async () => {
	const countOpen = async () =>
		(
			await database.admin`select from pg_stat_activity
				where datname = current_database() and usename = 'supabase_admin'`
		).length;
	const auth = await start();
	await auth.probe();
	const before = await countOpen();
	await new Promise((resolve) => setTimeout(resolve, 6_000));
	expect(await countOpen()).toBe(before);
	await auth.stop();
});
