// A server restarts behind a parent that holds the listening socket, as systemd does, while apps report events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { startReportingApp } from '../../testing/stack/reporting-app.ts';
import { type SocketParent, startSocketParent } from '../../testing/stack/socket-parent.ts';

const data = mkdtempSync(join(tmpdir(), 'feedback-restart-'));
let parent: SocketParent | undefined;

afterAll(async () => {
	await parent?.stop();
	rmSync(data, { recursive: true, force: true });
});

test(
	'a restart interrupts no request, and every acknowledged event is stored once',
	{ ...thorough, timeout: 120_000 },
	async () => {
		parent = await startSocketParent({ data });
		const { port, next } = parent;
		const first = await next();
		const apps = Array.from({ length: 4 }, () =>
			startReportingApp(`http://127.0.0.1:${port}`, first.siteId),
		);
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
	},
);
