// A server restarts behind a parent that keeps the listening socket, as systemd does, while apps report events.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import postgres from 'postgres';
import { afterEach, expect, test } from 'vitest';

import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';

const data = mkdtempSync(join(tmpdir(), 'feedback-restart-'));
const script = join(import.meta.dirname, 'activated-server.ts');
let parent: ChildProcess | undefined;

afterEach(async () => {
	if (parent?.exitCode === null) {
		parent.kill('SIGTERM');
		await once(parent, 'exit');
	}
	rmSync(data, { recursive: true, force: true });
});

// Starts the server again and again with descriptor 3, which it never closes and never reads; LISTEN_PID is the
// server's own process ID, as systemd sets it.
const loop = `
	trap 'stop=1; kill -TERM $child' TERM
	while [ -z "$stop" ]; do
		sh -c 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"' sh "$@" & child=$!
		while kill -0 $child 2>/dev/null; do wait $child; done
	done`;

type Started = { pid: number; databaseUrl: string; siteId: string };

/** A parent with a listening socket. `next` resolves when the next server has started. */
async function startParent(): Promise<{ port: number; next(): Promise<Started> }> {
	const held: Server & { _handle?: { fd: number } } = createServer();
	held.listen(0, '127.0.0.1');
	await once(held, 'listening');
	const { port } = held.address() as AddressInfo;
	parent = spawn('sh', ['-c', loop, 'sh', process.execPath, script, data], {
		stdio: ['ignore', 'pipe', 'inherit', held._handle!.fd],
	});
	held.close();
	const lines = createInterface({ input: parent.stdout! })[Symbol.asyncIterator]();
	return {
		port,
		async next() {
			const { value } = (await lines.next()) as { value: string };
			return JSON.parse(value) as Started;
		},
	};
}

/** An app that reports one event after the other over one connection, until it is stopped. */
function startApp(port: number, siteId: string) {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const [stored, failures]: [string[], string[]] = [[], []];
	const visitor = mintUuidv7(Date.now());
	let stopped = false;
	const reportOne = () => {
		const id = mintUuidv7(Date.now());
		const body = JSON.stringify({
			...{ site: siteId, visitor, session: visitor, sdk: '0.4.0' },
			events: [{ id, name: 'restart.reported' }],
			decide: true,
		});
		return new Promise<void>((resolve) => {
			const path = '/functions/v1/sdk/events';
			const asked = request({ host: '127.0.0.1', port, path, method: 'POST', agent }, (answer) => {
				answer.resume().once('end', () => {
					if (answer.statusCode === 200) stored.push(id);
					else failures.push(String(answer.statusCode));
					resolve();
				});
			});
			asked.once('error', (error) => {
				failures.push(error.message);
				resolve();
			});
			asked.end(body);
		});
	};
	const ended = (async () => {
		while (!stopped) await reportOne();
		agent.destroy();
	})();
	return {
		stored,
		failures,
		stop() {
			stopped = true;
			return ended;
		},
	};
}

test('a restart cuts no request, and every acknowledged event is stored once', async () => {
	const { port, next } = await startParent();
	const first = await next();
	const apps = Array.from({ length: 4 }, () => startApp(port, first.siteId));
	const count = () => Math.min(...apps.map(({ stored }) => stored.length));
	await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(10);
	process.kill(first.pid, 'SIGTERM');
	const second = await next();
	expect(second.pid).not.toBe(first.pid);
	const before = count();
	await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(before + 10);
	await Promise.all(apps.map((app) => app.stop()));
	expect(apps.flatMap(({ failures }) => failures)).toEqual([]);
	const stored = apps.flatMap((app) => app.stored);
	const sql = postgres(second.databaseUrl, { max: 1, onnotice() {} });
	const rows = await sql<
		{ id: string }[]
	>`select id from app.events where name = 'restart.reported'`;
	await sql.end();
	expect(rows.map(({ id }) => id).sort()).toEqual(stored.sort());
}, 120_000);
