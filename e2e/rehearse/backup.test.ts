// Backup and restore of a real server with S3, Debian's PostgreSQL and its programs, and the age tool.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readDumpArchive } from '../../server/backup/archive-id.ts';
import { startArchiving } from '../../server/backup/archiving.ts';
import { backupState } from '../../server/backup/backup-state.ts';
import { checkBackup } from '../../server/backup/check-backup.ts';
import { type BackupOptions, createBackup } from '../../server/backup/create-backup.ts';
import type { Destination } from '../../server/backup/destination.ts';
import { openDestination } from '../../server/backup/open-destination.ts';
import { generateEncryptionKey, parseEncryptionKey } from '../../server/backup/encryption-key.ts';
import { listBackups } from '../../server/backup/list-backups.ts';
import { markMoment } from '../../server/backup/mark-moment.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { scheduleDumps } from '../../server/backup/schedule-dumps.ts';
import { startS3 } from '../../testing/start-s3.ts';
import { restore } from '../../server/command/restore.ts';
import { loadSecrets } from '../../server/data/secrets.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { connectDatabase } from '../../server/postgres/connect.ts';
import { readDatabaseAddress } from '../../server/postgres/database-address.ts';
import { applyMigrations } from '../../server/postgres/migrate.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { tuneForMachine } from '../../server/postgres/tune-for-machine.ts';
import { ensureLogins } from '../../server/production/logins.ts';
import { type Debian, freshDebian } from './fresh-debian.ts';
import { readCodeBlock } from './read-code-block.ts';
import type { Statements } from '../../database/statement.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-rehearse-backup-'));
const secrets = join(folder, 'secrets.json');
const keyText = await generateEncryptionKey();
const encryptionKey = await parseEncryptionKey(keyText);
const ownPath = process.env['PATH'];
let debian: Debian;

beforeAll(async () => {
	debian = await freshDebian(['age', 'pgbackrest', 'postgresql-17']);
	writeFileSync(secrets, '{"service":"a secret"}');
});

afterAll(async () => {
	process.env['PATH'] = ownPath;
	await debian?.remove();
	rmSync(folder, { recursive: true, force: true });
});

async function query<Result>(
	url: string,
	run: (sql: Statements) => PromiseLike<Result>,
): Promise<Result> {
	const sql = connectDatabase(url);
	try {
		return await run(sql);
	} finally {
		await sql.end();
	}
}

describe('an embedded database, encrypted on S3', () => {
	let destination: Destination;
	let stop: () => Promise<void>;

	beforeAll(async () => {
		const s3 = await startS3(join(folder, 's3'));
		({ stop } = s3);
		destination = await openDestination({ ...s3.settings, to: `${s3.settings.to}/feedback` });
	});
	afterAll(async () => {
		destination.close();
		await stop();
	});

	it('is restored to a time, and its files open with the tools of Debian', async () => {
		const cluster = join(folder, 'postgres');
		const running = await startPostgres({
			data: cluster,
			port: await findFreePort(),
			configuration: tuneForMachine(),
		});
		const database = { kind: 'embedded' as const, url: running.url, cluster };
		const options = { database, destination, encryptionKey, files: { 'secrets.json': secrets } };
		await query(running.url, (sql) => sql`create table notes as select 1 as id`);
		const archiving = await startArchiving({ ...options, everyHours: 24 });
		await expect
			.poll(async () => (await listBackups(options)).backups, { timeout: 60_000 })
			.toHaveLength(1);
		await query(running.url, (sql) => sql`insert into notes select generate_series(2, 50000)`);
		const [row] = await query(
			running.url,
			(sql) => sql<{ now: Date }[]>`select clock_timestamp() as now`,
		);
		await query(running.url, (sql) => sql`insert into notes select generate_series(50001, 60000)`);
		await markMoment({ ...options, name: 'after-the-time' });
		running.killAll();
		await archiving.stop();

		const to = join(folder, 'restored');
		await restoreBackup({
			destination,
			encryptionKey,
			target: { kind: 'time', time: row!.now },
			into: { cluster: join(to, 'postgres') },
			files: { 'secrets.json': join(to, 'secrets.json') },
		});
		const restored = await startPostgres({
			data: join(to, 'postgres'),
			port: await findFreePort(),
		});
		const [found] = await query(
			restored.url,
			(sql) => sql<{ max: number }[]>`select max(id) from notes`,
		);
		await restored.stop();
		expect(found!.max).toBe(50_000);

		const [object] = (await destination.list('')).filter(({ key }) => key.includes('database.tar'));
		mkdirSync(join(debian.folder, 'srv/backup'));
		writeFileSync(join(debian.folder, 'srv/backup/key'), keyText);
		await writeFile(
			join(debian.folder, 'srv/backup/database.tar.gz.age'),
			await destination.read(object!.key),
		);
		const listed = await debian.run(
			'age --decrypt --identity /srv/backup/key /srv/backup/database.tar.gz.age | tar tz',
		);
		expect(listed.split('\n')).toContain('PG_VERSION');
	});
});

describe("an external database: Debian's PostgreSQL 17", () => {
	let owner: string;
	let backup: string;
	let options: BackupOptions;
	const urlOf = (role: string, database: string) => {
		const url = new URL(owner);
		url.username = role;
		url.pathname = `/${database}`;
		return url.href;
	};

	beforeAll(async () => {
		const port = await findFreePort();
		owner = `postgres://feedback:secret@127.0.0.1:${port}/feedback`;
		await debian.run('pg_dropcluster 17 main --stop || true');
		await debian.run(`pg_createcluster --port ${port} 17 main -- --auth-host=scram-sha-256`);
		await debian.run('pg_ctlcluster 17 main start');
		await debian.run(
			`psql -v ON_ERROR_STOP=1 <<'SQL'
create role feedback login createrole password 'secret';
create role backup login bypassrls password 'secret';
grant pg_read_all_data to backup;
create database feedback owner feedback;
SQL`,
			{ user: 'postgres' },
		);
		backup = urlOf('backup', 'feedback');
		await applyMigrations(owner);
		options = {
			database: { kind: 'external', url: backup },
			encryptionKey,
			destination: await openDestination({ to: join(folder, 'dumps') }),
			files: { 'secrets.json': secrets },
		};
	});

	/** Puts Debian's programs on the PATH if this machine has older ones or none. */
	function useDebiansPrograms(): void {
		const programs = join(folder, 'bin');
		mkdirSync(programs, { recursive: true });
		for (const name of ['pg_dump', 'pg_restore', 'psql', 'pgbackrest']) {
			const path = join(programs, name);
			const inside =
				name === 'pgbackrest' ? `/usr/bin/${name}` : `/usr/lib/postgresql/17/bin/${name}`;
			const user = name === 'pgbackrest' ? '--userspec=postgres ' : '';
			writeFileSync(path, `#!/bin/sh\nexec chroot ${user}${debian.folder} ${inside} "$@"\n`);
			chmodSync(path, 0o755);
		}
		process.env['PATH'] = `${programs}:${ownPath}`;
	}

	it('refuses an older pg_dump, naming both versions, and a role that is subject to policies', async () => {
		const programs = join(folder, 'old-bin');
		mkdirSync(programs);
		writeFileSync(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 15.4"\n');
		chmodSync(join(programs, 'pg_dump'), 0o755);
		process.env['PATH'] = programs;
		await expect(createBackup(options)).rejects.toThrow(
			/pg_dump here is version 15\.\d+, the database is Postgres 17: it must be 17 or newer/,
		);
		useDebiansPrograms();
		await expect(
			createBackup({ ...options, database: { kind: 'external', url: owner } }),
		).rejects.toThrow('The role feedback cannot back up the database: row-level security');
	});

	it('is restored into an empty database of another cluster, roles included', async () => {
		useDebiansPrograms();
		const ask = (port: string, database: string, statement: string) =>
			debian.run(`psql -p ${port} -d ${database} -tAc "${statement}"`, { user: 'postgres' });
		await ask(new URL(owner).port, 'feedback', "insert into app.workspaces (name) values ('Ours')");
		const manifest = await createBackup(options);
		expect(manifest).toMatchObject({
			kind: 'dump',
			pgDump: expect.stringMatching(/^17\./) as string,
		});
		const checks = await checkBackup({ ...options, maxAgeHours: 1 });
		expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
			['backup destination', true],
			['newest backup', true],
			['pg_dump', true],
			['role for backups', true],
		]);

		const port = await findFreePort();
		await debian.run(`pg_createcluster --port ${port} 17 other -- --auth-host=scram-sha-256`);
		await debian.run('pg_ctlcluster 17 other start');
		await debian.run(
			`psql -p ${port} -v ON_ERROR_STOP=1 <<'SQL'
create role feedback login createrole password 'secret';
create database elsewhere owner feedback;
SQL`,
			{ user: 'postgres' },
		);
		const elsewhere = `postgres://feedback:secret@127.0.0.1:${port}/elsewhere`;
		const data = join(folder, 'restored-data');
		const keyFile = join(folder, 'key');
		writeFileSync(keyFile, keyText);
		const from = join(folder, 'dumps');
		const restoreInto = (data: string) =>
			restore(join(data, 'feedback.yaml'), { from, keyFile, data, databaseUrl: elsewhere });
		await restoreInto(data);
		expect(await describeSchema(elsewhere)).toEqual(await describeSchema(owner));
		// Query as `postgres`: row-level security hides this row from the owner role that restored it.
		const rows = await ask(String(port), 'elsewhere', 'select name from app.workspaces');
		expect(rows.trim()).toBe('Ours');
		// The service's own migrations can continue from there.
		expect(await applyMigrations(elsewhere)).toEqual([]);
		// A server that starts with the restored secrets can sign in.
		const restored = { ownerUrl: elsewhere, secrets: loadSecrets(data) };
		await ensureLogins({ ...restored, replace: false });
		await expect(restoreInto(join(folder, 'other-data'))).rejects.toThrow(
			'The database is not empty',
		);
	});

	it('is dumped regularly, by one of two servers, and not again after a restart', async () => {
		useDebiansPrograms();
		const destination = await openDestination({ to: join(folder, 'scheduled') });
		const log: string[] = [];
		const schedule = (url = backup) =>
			scheduleDumps({
				...options,
				destination,
				database: { kind: 'external', url },
				owner: readDatabaseAddress(owner),
				everyHours: 24,
				keep: 7,
				log: (line) => void log.push(line),
			});
		const listed = async () => (await listBackups({ ...options, destination })).backups;
		const refused = schedule(owner);
		await expect.poll(() => backupState()?.failures).toBe(1);
		await refused.stop();
		expect(log.at(-1)).toMatch(/^The backup failed, and is tried again in ten minutes: The role /);
		const servers = [schedule(), schedule()];
		await expect.poll(listed, { timeout: 60_000 }).toHaveLength(1);
		for (const server of servers) await server.stop();
		expect(backupState()).toBeUndefined();
		const [made] = await listed();
		const restarted = schedule();
		const state = () => backupState()?.lastSuccess?.toISOString();
		await expect.poll(state).toBe(made!.manifest!.ended);
		await restarted.stop();
		expect(await listed()).toEqual([made]);
	});

	it('has a different archive in another cluster, and the same archive for every role', async () => {
		const archive = await readDumpArchive({ url: backup });
		expect(archive).toMatch(/^dumps-[0-9a-f]{8}$/);
		expect(await readDumpArchive({ url: owner })).toBe(archive);
		const other = (await debian.run('pg_lsclusters --no-header')).split('\n');
		const [, , port] = other.find((line) => line.includes(' other '))!.split(/\s+/);
		const elsewhere = `postgres://feedback:secret@127.0.0.1:${port}/elsewhere`;
		expect(await readDumpArchive({ url: elsewhere })).not.toBe(archive);
	});

	/** Describes everything in the schema, with owners and privileges. */
	async function describeSchema(url: string): Promise<unknown> {
		return query(url, async (sql) => ({
			relations: await sql`
				select relnamespace::regnamespace::text as schema, relname, relkind, pg_get_userbyid(relowner) as owner,
					relrowsecurity, relforcerowsecurity,
					(select array_agg(right_::text order by right_::text)
						from unnest(coalesce(relacl, acldefault('r', relowner))) as right_) as rights
				from pg_class where relnamespace::regnamespace::text in ('app', 'supabase_migrations')
				order by 1, 2`,
			functions: await sql`
				select oid::regprocedure::text as name, pg_get_userbyid(proowner) as owner, md5(prosrc) as source,
					(select array_agg(right_::text order by right_::text)
						from unnest(coalesce(proacl, acldefault('f', proowner))) as right_) as rights
				from pg_proc where pronamespace = 'app'::regnamespace order by 1`,
			policies: await sql`select * from pg_policies order by schemaname, tablename, policyname`,
			migrations: await sql`select version from supabase_migrations.schema_migrations order by 1`,
		}));
	}

	describe('by pgBackRest, as documented', () => {
		const page = 'self-hosting/backup';

		/** Runs the lines of a block as the users that the page names, and resolves to the seconds that each took. */
		async function follow(title: string, change = (line: string) => line): Promise<number[]> {
			const seconds: number[] = [];
			for (const line of readCodeBlock(page, title).trim().split('\n').map(change)) {
				const start = performance.now();
				const user = /^(psql|pgbackrest) /.test(line) ? { user: 'postgres' } : {};
				await debian.run(`export PGPORT=${new URL(owner).port}; ${line}`, user);
				seconds.push((performance.now() - start) / 1_000);
			}
			return seconds;
		}

		const ask = async (sql: string) =>
			(
				await debian.run(`psql -p ${new URL(owner).port} -Atc "${sql}"`, { user: 'postgres' })
			).trim();

		it('is left to it once it has a backup', async () => {
			useDebiansPrograms();
			// As many bytes as a million events.
			await ask(
				'create table events as select id, md5(id::text) || repeat(md5((id * 7)::text), 5) as text from generate_series(1, 1000000) id',
			);
			const configuration = readCodeBlock(page, '/etc/pgbackrest.conf').replace('…', 'a secret');
			await debian.run(`cat > /etc/pgbackrest.conf <<'END'
${configuration}pg1-port=${new URL(owner).port}
END`);
			expect(await checkBackup({ ...options, maxAgeHours: 1 })).not.toContainEqual(
				expect.objectContaining({ name: 'pgBackRest' }),
			);
			const seconds = await follow('set up pgBackRest');
			const checks = await checkBackup({ ...options, maxAgeHours: 1 });
			expect(checks.at(-1)).toEqual({
				name: 'pgBackRest',
				ok: true,
				message: 'pgBackRest has backups of feedback; these can be restored to any time.',
			});
			console.log(`full backup: ${seconds.at(-1)!.toFixed(1)} s`);
		});

		it('adds only what has changed, and restores to a time', async () => {
			await ask(
				'insert into events select id, md5(id::text) from generate_series(1000001, 1050000) id',
			);
			const [nightly] = readCodeBlock(page, '/etc/cron.d/pgbackrest-feedback').split('\n');
			const start = performance.now();
			await debian.run(nightly!.split(' postgres ')[1]!, { user: 'postgres' });
			const seconds = (performance.now() - start) / 1_000;
			const info = JSON.parse(
				await debian.run('pgbackrest info --output=json', { user: 'postgres' }),
			) as [{ backup: { type: string; info: { repository: { delta: number } } }[] }];
			const [full, added] = info[0].backup.map((backup) => ({
				type: backup.type,
				bytes: backup.info.repository.delta,
			}));
			expect([full!.type, added!.type]).toEqual(['full', 'incr']);
			expect(added!.bytes).toBeLessThan(full!.bytes / 5);

			const time = await ask('select clock_timestamp()');
			await ask('delete from events');
			await ask('select pg_switch_wal()');
			const [, restored] = await follow('restore with pgBackRest', (line) =>
				line.replace(/--target="[^"]+"/, `--target="${time}"`),
			);
			await expect.poll(() => ask('select pg_is_in_recovery()'), { timeout: 60_000 }).toBe('f');
			expect(await ask('select count(*) from events')).toBe('1050000');
			console.log(
				`incremental backup: ${seconds.toFixed(1)} s, ${added!.bytes} of ${full!.bytes} bytes; restore in place: ${restored!.toFixed(1)} s`,
			);
		});
	});
});
