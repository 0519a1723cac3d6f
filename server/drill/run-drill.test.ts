// Drills beside a running Postgres whose WAL is archived, while it is written to.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Archiving, startArchiving } from '../backup/archiving.ts';
import { generateEncryptionKey, parseEncryptionKey } from '../backup/encryption-key.ts';
import { listBackups } from '../backup/list-backups.ts';
import { openDestination } from '../backup/open-destination.ts';
import { findFreePort } from '../ports/ports.ts';
import { type DatabaseClient, connectDatabase } from '../postgres/connect.ts';
import { type Postgres, startPostgres } from '../postgres/postgres.ts';
import { atStandstill } from './at-standstill.ts';
import { DrillNotPossible } from './drill-not-possible.ts';
import { type DrillOptions, runDrill } from './run-drill.ts';
import { compareFigures } from './table-figures.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-drill-'));
const cluster = join(folder, 'postgres');
const stored = join(folder, 'destination');
let running: Postgres;
let sql: DatabaseClient;
let options: DrillOptions;
let archiving: Archiving;

beforeAll(async () => {
	running = await startPostgres({
		data: cluster,
		port: await findFreePort(),
		settings: { fsync: 'off', archive_mode: 'on' },
	});
	sql = connectDatabase(running.url, { max: 4 });
	await sql.script(`
		create table notes (id int primary key, text text not null, at timestamptz default now());
		create table days (id int, day date) partition by range (day);
		create table days_1 partition of days for values from ('2026-01-01') to ('2027-01-01');
		insert into notes select n, repeat('note ' || n, 100) from generate_series(1, 2000) n;
		insert into days select n, date '2026-01-01' + n % 300 from generate_series(1, 500) n;`);
	const secrets = join(folder, 'secrets.json');
	writeFileSync(secrets, '{"service":"a secret"}');
	const backup = {
		database: { kind: 'embedded' as const, url: running.url, cluster },
		destination: await openDestination({ to: stored }),
		encryptionKey: await parseEncryptionKey(await generateEncryptionKey()),
		files: { 'secrets.json': secrets },
	};
	archiving = await startArchiving({ ...backup, everyHours: 24, log: () => undefined });
	await vi.waitUntil(async () => (await listBackups(backup)).backups.length > 0, {
		timeout: 20_000,
	});
	options = { ...backup, folder, log: () => undefined };
});
afterAll(async () => {
	await archiving.stop(0);
	await sql.end();
	await running.stop();
	rmSync(folder, { recursive: true, maxRetries: 5 });
});

/** Writes in short transactions until it is stopped, which rejects when one has failed. */
function write(): () => Promise<void> {
	let going = true;
	const run = async () => {
		for (let id = 10_000; going; id++) {
			await sql`insert into notes (id, text) values (${id}, 'written meanwhile')`;
			await sql`update notes set text = text || '!' where id = ${id % 2_000}`;
			await sql`delete from notes where id = ${id - 5}`;
			await pause(2);
		}
	};
	const running = run();
	return async () => {
		going = false;
		await running;
	};
}

const marks = () =>
	readdirSync(stored, { recursive: true }).filter((name) => String(name).includes('marks/'));

test('a drill restores every row of a moment, while others are written, and leaves nothing behind', async () => {
	const stop = write();
	await pause(300);
	const drilled = await runDrill(options);
	await stop();
	expect(drilled.differences).toEqual([]);
	expect(drilled).toMatchObject({ tables: 2, restoreSeconds: expect.any(Number) });
	expect(drilled.rows).toBeGreaterThan(2_500);
	expect(Date.now() - Date.parse(drilled.asOf)).toBeLessThan(120_000);
	expect(existsSync(join(folder, 'feedback-drill'))).toBe(false);
	expect(marks()).toEqual([]);
});

test('a drill without enough space does not begin, which is no failure of the backups', async () => {
	// A file system without any space.
	await expect(runDrill({ ...options, folder: '/proc' })).rejects.toThrow(DrillNotPossible);
	expect(marks()).toEqual([]);
});

test('tables that are always written to are not a failure of the backups', async () => {
	const mark = vi.fn<() => Promise<void>>();
	await sql.begin('read write', async (writer) => {
		await writer`insert into days values (1, '2026-02-01')`;
		const drill = sql.begin('read only', (reader) => atStandstill(sql, reader, mark, 2));
		await expect(drill).rejects.toThrow(DrillNotPossible);
	});
	expect(mark).not.toHaveBeenCalled();
});

test('writers wait for all locks together no longer than for one', async () => {
	const names = Array.from({ length: 12 }, (_, n) => `busy_${String(n).padStart(2, '0')}`);
	await sql.script(names.map((name) => `create table ${name} (id int);`).join('\n'));
	const others = connectDatabase(running.url, { max: names.length + 2 });
	const [first, ...busy] = names;
	const released: string[] = [];
	// Each table is released only while the drill waits for it, so each lock alone is soon there.
	const holders = busy.map((name) => {
		let release = () => {};
		const free = new Promise<void>((resolve) => (release = resolve));
		const held = others.begin('read write', async (tx) => {
			await tx`insert into ${raw(name)} values (1)`;
			await free;
		});
		return { name, release, held };
	});
	const isWaiting = async (name: string) => {
		const [row] = await sql<{ waiting: boolean }[]>`
			select exists (select from pg_locks where relation = ${name}::regclass and not granted) as waiting`;
		return row!.waiting;
	};
	const drill = sql.begin('read only', (reader) => atStandstill(others, reader, async () => {}));
	await vi.waitUntil(() => isWaiting(busy[0]!), { interval: 1 });
	const writer = others
		.begin('read write', (tx) => tx`insert into ${raw(first!)} values (1)`)
		.then(() => released.length);
	for (const { name, release, held } of holders) {
		await vi.waitUntil(() => isWaiting(name), { interval: 1, timeout: 20_000 });
		await pause(60);
		release();
		await held;
		released.push(name);
	}
	await drill;
	expect(await writer).toBeLessThan(busy.length);
	await others.end();
});

test('a table that was not restored as it was is named', () => {
	const live = new Map([
		['notes', { rows: 2, hash: '7' }],
		['days', { rows: 1, hash: '1' }],
		['gone', { rows: 1, hash: '1' }],
	]);
	const restored = new Map([
		['notes', { rows: 2, hash: '8' }],
		['days', { rows: 1, hash: '1' }],
	]);
	expect(compareFigures(live, restored)).toEqual([
		{ table: 'notes', expected: 2, restored: 2 },
		{ table: 'gone', expected: 1, restored: null },
	]);
});

test('a backup that is damaged fails the drill, which still leaves nothing behind', async () => {
	const [backup] = readdirSync(stored, { recursive: true }).filter((name) =>
		String(name).endsWith('database.tar.gz.age'),
	);
	writeFileSync(join(stored, String(backup)), 'nothing');
	await expect(runDrill(options)).rejects.toThrow(/database\.tar/);
	expect(existsSync(join(folder, 'feedback-drill'))).toBe(false);
	expect(marks()).toEqual([]);
});
