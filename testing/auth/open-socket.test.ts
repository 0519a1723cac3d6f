import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { openSocket } from './open-socket.ts';

const silenceMs = 200;

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

function open() {
	const url = database.url('supabase_admin', false);
	const { hostname: host, port } = new URL(url);
	const socket = () => openSocket({ host, port: Number(port) }, silenceMs);
	return postgres(url, { max: 1, onnotice() {}, socket } as postgres.Options<
		Record<string, never>
	>);
}

test('an idle connection stays open', async () => {
	const sql = open();
	const [before] = await sql`select pg_backend_pid() as pid`;
	await new Promise((resolve) => setTimeout(resolve, 3 * silenceMs));
	expect(await sql`select pg_backend_pid() as pid`).toEqual([before]);
	await sql.end({ timeout: 0 });
});

// A stopped process keeps its socket open and sends nothing.
test('a query whose backend hangs ends', async () => {
	const sql = open();
	const [{ pid }] = (await sql`select pg_backend_pid() as pid`) as unknown as [{ pid: number }];
	process.kill(pid, 'SIGSTOP');
	try {
		await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
	} finally {
		process.kill(pid, 'SIGCONT');
	}
	await sql.end({ timeout: 0 });
});
