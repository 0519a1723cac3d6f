// Backup and restore of a separate cluster, on which nothing else runs.
import { spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { isThorough, thorough } from '../../testing/thorough.ts';
import { findFreePort } from '../ports/ports.ts';
import { type DatabaseClient, connectDatabase } from '../postgres/connect.ts';
import { type Postgres, startPostgres } from '../postgres/postgres.ts';
import { tuneForMachine } from '../postgres/tune-for-machine.ts';
import { archiveCommand, spoolFolder } from './archive-command.ts';
import { archivingState } from './archiving-state.ts';
import { type Archiving, endArchiving, startArchiving } from './archiving.ts';
import { checkBackup } from './check-backup.ts';
import { type BackupOptions, createBackup } from './create-backup.ts';
import type { Destination } from './destination.ts';
import { openFolder } from './folder-destination.ts';
import { type EncryptionKey, generateEncryptionKey, parseEncryptionKey } from './encryption-key.ts';
import { listBackups } from './list-backups.ts';
import type { ClusterManifest } from './manifest.ts';
import { markMoment } from './mark-moment.ts';
import { type RestoreOptions, restoreBackup } from './restore-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-backup-'));
const cluster = join(folder, 'postgres');
const secrets = join(folder, 'secrets.json');
let running: Postgres;
let sql: DatabaseClient;
let encryptionKey: EncryptionKey;
let archiving: Archiving | undefined;
let number = 0;

beforeAll(async () => {
	running = await startPostgres({
		data: cluster,
		port: await findFreePort(),
		configuration: tuneForMachine({ memory: 256 * 1024 * 1024 }),
		settings: { fsync: 'off' },
	});
	sql = connectDatabase(running.url);
	await sql`create table notes (id int primary key, text text not null)`;
	writeFileSync(secrets, '{"service":"a secret"}');
	encryptionKey = await parseEncryptionKey(await generateEncryptionKey());
});

afterEach(async () => {
	await archiving?.stop();
	archiving = undefined;
});

afterAll(async () => {
	await sql.end();
	await running.stop();
	rmSync(folder, { recursive: true, maxRetries: 5 });
});

/** Options for a separate destination. */
function prepare(
	encrypted = false,
): BackupOptions & {
	database: { kind: 'embedded'; url: string; cluster: string };
	destination: Destination;
	place: string;
} {
	const place = join(folder, `destination-${++number}`);
	return {
		place,
		database: { kind: 'embedded', url: running.url, cluster },
		destination: openFolder(place),
		encryptionKey: encrypted ? encryptionKey : undefined,
		files: { 'secrets.json': secrets },
	};
}

async function addNotes(from: number, to: number): Promise<void> {
	await sql`insert into notes select n, repeat('note ' || n, 100) from generate_series(${from}::int, ${to}::int) as n
		on conflict do nothing`;
}

/** Restores elsewhere; resolves to the folder. */
async function restore(
	{ destination, encryptionKey }: BackupOptions,
	more: Partial<RestoreOptions> = {},
): Promise<string> {
	const to = join(folder, `restored-${++number}`);
	await restoreBackup({
		destination,
		encryptionKey,
		into: { cluster: join(to, 'postgres') },
		files: { 'secrets.json': join(to, 'secrets.json') },
		...more,
	});
	return to;
}

/** The same bytes, except for one bit in the middle. */
function flip(whole: Buffer): Buffer {
	const changed = Buffer.from(whole);
	changed[Math.floor(whole.length / 2)]! ^= 1;
	return changed;
}

/** The newest note of a restored cluster, after an ordinary start. */
async function newestNote(restored: string): Promise<number> {
	const started = await startPostgres({
		data: join(restored, 'postgres'),
		port: await findFreePort(),
	});
	const connection = connectDatabase(started.url);
	try {
		const [row] = await connection<{ max: number }[]>`select max(id) from notes`;
		return row!.max;
	} finally {
		await connection.end();
		await started.stop();
	}
}

function archiveTo(options: ReturnType<typeof prepare>, lines: string[] = []): Promise<Archiving> {
	return startArchiving({ ...options, everyHours: 24, log: (line) => lines.push(line) });
}

async function setArchiveCommand(command: string): Promise<void> {
	await sql.script(`alter system set archive_command = '${command}'`);
	await sql`select pg_reload_conf()`;
}

async function untilBackedUp({ destination, encryptionKey }: BackupOptions): Promise<void> {
	await expect
		.poll(async () => (await listBackups({ destination, encryptionKey })).backups.length, {
			timeout: 20_000,
		})
		.toBeGreaterThan(0);
}

test('a backup can be restored when no WAL is archived', thorough, async () => {
	await addNotes(1, 1_000);
	const options = prepare();
	const manifest = await createBackup(options);
	expect(manifest).toMatchObject({ kind: 'cluster', postgres: '17.10', migration: null });
	await addNotes(1_001, 1_100);
	const restored = await restore(options);
	expect(await newestNote(restored)).toBe(1_000);
	const path = join(restored, 'secrets.json');
	expect(readFileSync(path, 'utf8')).toBe('{"service":"a secret"}');
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('an archiving server can be restored to a mark, to a time or to the end', async () => {
	const stored = join(folder, 'files');
	mkdirSync(join(stored, 'screenshots'), { recursive: true });
	writeFileSync(join(stored, 'screenshots', 'one'), 'a picture');
	writeFileSync(join(stored, 'screenshots', 'two.part'), 'half a pic');
	const options = { ...prepare(true), stored };
	archiving = await archiveTo(options);
	await untilBackedUp(options);
	await addNotes(1_101, 2_000);
	const mark = await markMoment({ ...options, name: 'before-import' });
	expect(mark.name).toBe('before-import');
	await addNotes(2_001, 2_100);
	const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
	await addNotes(2_101, 2_200);
	await markMoment({ ...options, name: 'later' });
	expect(archivingState()).toMatchObject({ problem: undefined, destinationFailures: 0 });

	const target = { kind: 'mark' as const, name: 'before-import' };
	const copy = join(folder, 'restored-files');
	expect(await newestNote(await restore(options, { target, stored: copy }))).toBe(2_000);
	expect(readdirSync(join(copy, 'screenshots'))).toEqual(['one']);
	expect(readFileSync(join(copy, 'screenshots', 'one'), 'utf8')).toBe('a picture');
	await expect(restore(options, { target, stored: copy })).rejects.toThrow(
		`${copy} is not empty. A restore changes no existing file: move it away.`,
	);
	const time = { kind: 'time' as const, time: row!.now };
	expect(await newestNote(await restore(options, { target: time }))).toBe(2_100);
	if (isThorough) expect(await newestNote(await restore(options))).toBe(2_200);
	await expect(restore(options, { target: { kind: 'mark', name: 'never' } })).rejects.toThrow(
		'There is no mark never. There are: before-import, later.',
	);
	await expect(
		restore(options, { target: { kind: 'time', time: new Date('2001-01-01') } }),
	).rejects.toThrow('No backup ended before 2001-01-01');
	await expect(
		restore(options, { target: { kind: 'time', time: new Date('2101-01-01') } }),
	).rejects.toThrow(/The archived WAL ends before 2101-01-01.* The last transaction in it was at /);
	await expect(markMoment({ ...options, name: 'later' })).rejects.toThrow('There is a mark later');
	await expect(markMoment({ ...options, name: 'No/Name' })).rejects.toThrow('lower-case letters');
}, 60_000);

test('the archive omits files that belong only to the running cluster', thorough, async () => {
	const options = prepare();
	writeFileSync(join(cluster, 'standby.signal.example'), 'kept');
	mkdirSync(join(cluster, 'pg_replslot/left'), { recursive: true });
	const { files } = await createBackup(options);
	rmSync(join(cluster, 'pg_replslot/left'), { recursive: true });
	rmSync(join(cluster, 'standby.signal.example'));
	expect(files.map(({ name }) => name)).toEqual(['database.tar.gz', 'service.tar.gz']);
	const key = (await options.destination.list('')).find(({ key }) => key.includes('database'))!.key;
	const listed = spawnSync('tar', ['tzf', join(options.place, key)], { encoding: 'utf8' })
		.stdout.trim()
		.split('\n');
	expect(listed).toContain('standby.signal.example');
	for (const folder of ['pg_notify', 'pg_replslot', 'pg_dynshmem', 'pg_wal/archive_status']) {
		expect(listed).toContain(folder);
		expect(listed.filter((name) => name.startsWith(`${folder}/`))).toEqual([]);
	}
	const alone = ['postmaster.pid', 'postmaster.opts', 'superuser-password', 'archive-id'];
	for (const name of alone) expect(listed).not.toContain(name);
	expect(listed.filter((name) => name.startsWith('pg_wal/0'))).not.toEqual([]);
	expect(listed.filter((name) => name.includes('pg_internal.init'))).toEqual([]);
	expect(listed.at(-1)).toBe('backup_label');
});

test(
	'a backup does not wait for archiving that fails, which is reported and recovers',
	{ ...thorough, timeout: 150_000 },
	async () => {
		const options = prepare();
		const lines: string[] = [];
		archiving = await archiveTo(options, lines);
		await untilBackedUp(options);
		await setArchiveCommand('false');
		await addNotes(3_001, 3_100);
		// The archiver reads the setting a little later, and still archives segments that it receives before.
		const fillSegment = async () => {
			await sql`select pg_logical_emit_message(false, 'test', '')`;
			await sql`select pg_switch_wal()`;
			return archivingState()?.problem ?? '';
		};
		await expect
			.poll(fillSegment, { interval: 2_000, timeout: 30_000 })
			.toContain('Postgres could not hand over the WAL segment');
		expect(archivingState()!.postgresFailures).toBeGreaterThan(0);
		const { id } = await createBackup(options);
		expect(await newestNote(await restore(options, { backup: id }))).toBe(3_100);
		await setArchiveCommand(archiveCommand);
		await expect.poll(() => archivingState()?.problem, { timeout: 90_000 }).toBeUndefined();
		expect(lines.filter((line) => line.includes('could not hand over'))).toHaveLength(1);
		expect(lines).toContain('WAL is archived again.');
	},
);

test('while the destination fails, WAL is queued and one line is logged', thorough, async () => {
	const options = prepare();
	const lines: string[] = [];
	let full = false;
	const { destination } = options;
	options.destination = {
		...destination,
		write: (...args) =>
			full ? Promise.reject(new Error('The disk is full.')) : destination.write(...args),
	};
	archiving = await archiveTo(options, lines);
	await untilBackedUp(options);
	full = true;
	await addNotes(4_001, 4_100);
	await sql`select pg_switch_wal()`;
	await expect
		.poll(() => archivingState()?.problem, { timeout: 20_000 })
		.toBe('WAL is not archived: The disk is full.');
	await expect.poll(() => archivingState()!.waiting.segments).toBeGreaterThan(0);
	full = false;
	await expect.poll(() => archivingState()?.problem, { timeout: 20_000 }).toBeUndefined();
	await expect.poll(() => archivingState()!.waiting).toEqual({ segments: 0, bytes: 0 });
	expect(lines.filter((line) => line.includes('The disk is full.'))).toHaveLength(1);
	expect(await newestNote(await restore(options))).toBe(4_100);
});

test('a copy of the server that archives to the same place is detected', thorough, async () => {
	const options = prepare();
	archiving = await archiveTo(options);
	await untilBackedUp(options);
	await markMoment({ ...options, name: 'one' });
	const { segment } = archivingState()!.lastStored!;
	writeFileSync(join(cluster, spoolFolder, segment), Buffer.alloc(16 * 1024 * 1024, 1));
	await expect
		.poll(() => archivingState()?.problem, { timeout: 20_000 })
		.toContain("a copy of this server's data archives to the same place");
	rmSync(join(cluster, spoolFolder, segment));
});

test(
	'a damaged, truncated or differently encrypted backup is refused and nothing is changed',
	thorough,
	async () => {
		const options = prepare(true);
		await createBackup(options);
		const objects = await options.destination.list('');
		const pathOf = (part: string) =>
			join(options.place, objects.find(({ key }) => key.includes(part))!.key);
		const target = join(folder, 'untouched');
		const into = { cluster: join(target, 'postgres') };
		const files = { 'secrets.json': join(target, 'secrets.json') };
		const attempt = async (path: string, change: (whole: Buffer) => Buffer, error: RegExp) => {
			const whole = readFileSync(path);
			writeFileSync(path, change(whole));
			await expect(restore(options, { into, files })).rejects.toThrow(error);
			writeFileSync(path, whole);
			expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
		};
		const tear = (whole: Buffer) => whole.subarray(0, whole.length - 5);
		await attempt(pathOf('/manifest'), flip, /is damaged/);
		await attempt(pathOf('/service'), tear, /is damaged/);
		await attempt(pathOf('/database'), flip, /is damaged/);
		await attempt(pathOf('/database'), tear, /is damaged/);
		// A complete file that was encrypted with the same key, but not the right one.
		const service = readFileSync(pathOf('/service'));
		await attempt(pathOf('/database'), () => service, /is not the file that was stored/);
		await expect(restore(options, { into, files, encryptionKey: undefined })).rejects.toThrow(
			'It is encrypted: give its key.',
		);
		const plain = prepare();
		await createBackup(plain);
		await expect(restore(plain, { into, files, encryptionKey })).rejects.toThrow(
			'It is not encrypted, although a key is given.',
		);
	},
);

test(
	'damaged or missing WAL is not mistaken for the end of the archive',
	{ ...thorough, timeout: 60_000 },
	async () => {
		const options = prepare(true);
		archiving = await archiveTo(options);
		await untilBackedUp(options);
		await markMoment({ ...options, name: 'first' });
		await addNotes(6_001, 6_100);
		const { archive, segment } = await markMoment({ ...options, name: 'second' });
		await addNotes(6_101, 6_200);
		await markMoment({ ...options, name: 'third' });
		await archiving.stop();
		const key = `${archive}/wal/${segment}.gz.age`;
		const path = join(options.place, key);
		const whole = readFileSync(path);
		writeFileSync(path, flip(whole));
		await expect(restore(options)).rejects.toThrow(`${key} is damaged`);
		rmSync(path);
		await expect(restore(options)).rejects.toThrow(`The WAL segment ${segment} is missing at`);
		// Everything before the gap is restored.
		await restore(options, { target: { kind: 'mark', name: 'first' } });
	},
);

test('a restore changes no existing data', thorough, async () => {
	const options = prepare();
	await createBackup(options);
	const to = join(folder, 'existing');
	mkdirSync(join(to, 'postgres'), { recursive: true });
	const into = { cluster: join(to, 'postgres') };
	const files = { 'secrets.json': join(to, 'secrets.json') };
	writeFileSync(join(to, 'postgres/mine'), 'mine');
	await expect(restore(options, { into, files })).rejects.toThrow(
		`${into.cluster} is not empty. A restore changes no existing data`,
	);
	rmSync(join(to, 'postgres/mine'));
	writeFileSync(files['secrets.json'], 'other');
	await expect(restore(options, { into, files })).rejects.toThrow(
		'secrets.json exists and differs',
	);
	expect(readdirSync(to).sort()).toEqual(['postgres', 'secrets.json']);
	expect(readdirSync(into.cluster)).toEqual([]);
	writeFileSync(files['secrets.json'], readFileSync(secrets));
	await restore(options, { into, files });
	// A restored server has its own archive, and no command that archives to another.
	expect(existsSync(join(to, 'postgres/archive-id'))).toBe(false);
	expect(readFileSync(join(to, 'postgres/postgresql.auto.conf'), 'utf8')).not.toMatch(
		/archive|restore|recovery/,
	);
});

test('secrets are sent to a remote destination only if they are encrypted', async () => {
	const options = prepare();
	const destination = { ...options.destination, remote: true };
	await expect(createBackup({ ...options, destination })).rejects.toThrow(
		'secrets would be stored unencrypted',
	);
	expect(await destination.list('')).toEqual([]);
	await createBackup({ ...options, destination, encryptionKey });
});

test('a backup whose session ends, or that is cancelled, is not listed', async () => {
	const options = prepare();
	const { destination } = options;
	const during = (run: () => Promise<void>): Destination => ({
		...destination,
		async write(key, content, signal) {
			if (key.includes('database')) await run();
			await destination.write(key, content, signal);
		},
	});
	const ended = during(async () => {
		// The archive has its first bytes, so the backup has begun.
		await expect.poll(async () => (await sql`select from pg_replication_slots`).length).toBe(1);
		await sql`select pg_terminate_backend(active_pid) from pg_replication_slots`;
	});
	await expect(createBackup({ ...options, destination: ended })).rejects.toThrow();
	const abort = new AbortController();
	const aborted = during(() => Promise.resolve(abort.abort(new Error('enough'))));
	await expect(
		createBackup({ ...options, destination: aborted, signal: abort.signal }),
	).rejects.toThrow('enough');
	expect((await listBackups({ destination })).backups).toEqual([]);
	await expect.poll(async () => (await sql`select from pg_replication_slots`).length).toBe(0);
	await expect(restore(options)).rejects.toThrow('has no complete backup');
});

test(
	'the newest backups are kept, with the WAL and the marks that they need',
	thorough,
	async () => {
		const options = prepare();
		archiving = await archiveTo(options);
		await untilBackedUp(options);
		await markMoment({ ...options, name: 'old' });
		await createBackup(options);
		await markMoment({ ...options, name: 'new' });
		const { wal, archive } = (await createBackup({ ...options, keep: 2 })) as ClusterManifest;
		const { backups, marks } = await listBackups(options);
		expect(backups).toHaveLength(2);
		expect(marks.map(({ name }) => name)).toEqual(['new']);
		const names = (await options.destination.list(`${archive}/wal/`)).map(({ key }) =>
			key.slice(key.lastIndexOf('/') + 1).slice(0, 24),
		);
		const needed = (backups[0]!.manifest as ClusterManifest).wal.first;
		expect(names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name < needed)).toEqual([]);
		expect(wal.last > needed).toBe(true);
	},
);

test('doctor reports what is missing, or that nothing is missing', async () => {
	const options = prepare();
	const check = async () => {
		const checks = await checkBackup({ ...options, maxAgeHours: 30 });
		return checks.map(({ name, ok, message }) => `${ok ? 'ok' : 'not ok'} ${name}: ${message}`);
	};
	await endArchiving(running.url);
	expect(await check()).toEqual([
		`ok backup destination: ${options.place} takes unencrypted files.`,
		`not ok newest backup: ${options.place} has no backup of this server.`,
		'not ok archiving: WAL is not archived: only the moments of the backups can be restored.',
	]);
	expect(await options.destination.list('')).toEqual([]);
	archiving = await archiveTo(options);
	await untilBackedUp(options);
	expect(await check()).toEqual([
		`ok backup destination: ${options.place} takes unencrypted files.`,
		expect.stringMatching(/^ok newest backup: The newest backup, \S+, ended 0 hours ago\.$/),
		expect.stringMatching(/^ok archiving: WAL is archived/),
	]);
	writeFileSync(join(folder, 'file'), '');
	options.destination = openFolder(join(folder, 'file'));
	expect((await check())[0]).toMatch(/^not ok backup destination: ENOTDIR/);
});
