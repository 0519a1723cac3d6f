import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { raw } from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { root } from '../layout/tree.ts';
import { listChildren } from '../supervisor/children.ts';
import { prepareOwner } from './cluster.ts';
import { connectDatabase } from './connect.ts';
import { oldPasswordFile } from './data-directory.ts';
import { readDatabaseAddress } from './database-address.ts';
import { ownerUrl } from './database.ts';
import { nativeFolder } from './native-programs.ts';
import { endStaleProcess } from './stale-process.ts';
import { choosePorts, isFree } from '../ports/ports.ts';
import { startPostgres } from './postgres.ts';
import { startupMessage } from './startup-message.ts';
import { tuneForMachine } from './tune-for-machine.ts';

let folder: string;
let port: number;

beforeEach(async () => {
	// Created with mode 0700, like every folder of mkdtemp, so only its owner may enter.
	folder = mkdtempSync(join(tmpdir(), 'feedback-postgres-'));
	({ database: port } = await choosePorts({ free: true }));
});

afterEach(() => {
	rmSync(folder, { recursive: true, maxRetries: 5 });
});

async function run(url: string, script: string): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await sql.script(script);
	} finally {
		await sql.end();
	}
}

async function select(url: string, query: string): Promise<unknown> {
	const sql = connectDatabase(url);
	try {
		const rows = await sql.begin('read write', (tx) => tx.send(raw(query)));
		return (rows as { value: unknown }[])[0]?.value;
	} finally {
		await sql.end();
	}
}

test('committed data survives a kill', async () => {
	const data = join(folder, 'data');
	const first = await startPostgres({ data, port });
	await run(first.url, 'create table kept as select 7 as value');
	const ended = new Promise((resolve) => first.process.once('exit', resolve));
	first.process.kill('SIGKILL');
	await ended;
	const second = await startPostgres({ data, port });
	expect(await select(second.url, 'select value from kept')).toBe(7);
	expect(await select(second.url, "select current_setting('synchronous_commit') as value")).toBe(
		'on',
	);
	await second.stop();
});

test.runIf(process.platform === 'linux')(
	'a start waits for processes of a killed Postgres, which hold its memory',
	async () => {
		const data = join(folder, 'data');
		const first = await startPostgres({ data, port });
		const left = listChildren(first.process.pid!);
		const signalLeft = (signal: NodeJS.Signals) => {
			for (const pid of left) signalIfThere(pid, signal);
		};
		signalLeft('SIGSTOP');
		const ended = once(first.process, 'exit');
		first.process.kill('SIGKILL');
		await ended;
		let refused = false;
		const onLine = (line: string) => {
			if (refused || !line.includes('is still in use')) return;
			refused = true;
			signalLeft('SIGCONT');
		};
		const second = await startPostgres({ data, port, onLine });
		expect(refused).toBe(true);
		await second.stop();
	},
);

test(
	'a start after a crash waits for the port, which a process of the previous Postgres may hold',
	thorough,
	async () => {
		const data = join(folder, 'data');
		const first = await startPostgres({ data, port });
		const ended = once(first.process, 'exit');
		first.killAll();
		await ended;
		await expect.poll(() => isFree(port)).toBe(true);
		const holder = createServer().listen(port, '127.0.0.1');
		await once(holder, 'listening');
		const onLine = (line: string) => {
			if (line.includes('Address already in use')) holder.close();
		};
		const second = await startPostgres({ data, port, onLine });
		expect(holder.listening).toBe(false);
		await second.stop();
	},
);

test('only the user who started Postgres can connect as the superuser, and only over the socket', async () => {
	const data = join(folder, 'data');
	const running = await startPostgres({ data, port });
	try {
		await prepareOwner(running.url, 'a password');
		const me = 'select current_user::text as value';
		expect(await select(running.url, me)).toBe('supabase_admin');
		expect(await select(ownerUrl(port, 'a password'), me)).toBe('postgres');
		const network = (user: string) => `postgres://${user}:@127.0.0.1:${port}/postgres`;
		await expect(select(network('supabase_admin'), me)).rejects.toThrow(/SASL|password/);
		await expect(select(network('postgres'), me)).rejects.toThrow(/SASL|password/);
		const socket = running.url.replace('supabase_admin', 'postgres');
		await expect(select(socket, me)).rejects.toThrow('no pg_hba.conf entry');
		const stored =
			'select count(*)::int as value from pg_authid where rolsuper and rolpassword is not null';
		expect(await select(running.url, stored)).toBe(0);
		expect(statSync(data).mode & 0o777).toBe(0o700);
	} finally {
		await running.stop();
	}
});

test.runIf(process.getuid?.() === 0)(
	'another user of this machine cannot connect as the superuser',
	async () => {
		// The socket is open to everyone, so that only the rules can refuse.
		const data = join(folder, 'data');
		const running = await startPostgres({
			data,
			port,
			settings: { unix_socket_permissions: '0777' },
		});
		try {
			chmodSync(folder, 0o755);
			chmodSync(data, 0o755);
			const startup = startupMessage({ user: 'supabase_admin', database: 'postgres' });
			const script = `
			const socket = require('node:net').connect(${JSON.stringify(join(data, `.s.PGSQL.${port}`))});
			socket.end(Buffer.from('${startup.toString('hex')}', 'hex'));
			socket.on('data', (chunk) => process.stdout.write(chunk)).on('error', (error) => console.log(String(error)));`;
			const { stdout } = spawnSync(process.execPath, ['-e', script], {
				encoding: 'utf8',
				uid: 1,
				gid: 1,
				cwd: '/',
				timeout: 20_000,
			});
			expect(stdout).toContain('Peer authentication failed for user "supabase_admin"');
		} finally {
			await running.stop();
			chmodSync(data, 0o700);
		}
	},
);

test('a superuser’s password is removed at the next start, and the data is kept', async () => {
	const data = join(folder, 'data');
	const first = await startPostgres({ data, port });
	await run(first.url, 'create table kept as select 7 as value');
	await run(first.url, "alter role supabase_admin password 'an old one'");
	await first.stop();
	writeFileSync(join(data, oldPasswordFile), 'an old one', { mode: 0o600 });
	writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
	const second = await startPostgres({ data, port });
	try {
		expect(await select(second.url, 'select value from kept')).toBe(7);
		const old = `postgres://supabase_admin:an old one@127.0.0.1:${port}/postgres`;
		await expect(select(old, 'select 1 as value')).rejects.toThrow(/SASL|password/);
		expect(existsSync(join(data, oldPasswordFile))).toBe(false);
	} finally {
		await second.stop();
	}
});

test(
	'the socket of a folder with a long path is in a temporary folder, and is removed',
	thorough,
	async () => {
		const data = join(folder, 'a'.repeat(90), 'data');
		const running = await startPostgres({ data, port });
		const { host } = readDatabaseAddress(running.url);
		expect(await select(running.url, 'select 1 as value')).toBe(1);
		expect(host.startsWith(folder)).toBe(false);
		await running.stop();
		expect(existsSync(host)).toBe(false);
	},
);

test('settings for production take effect, and an archive command without a restart', async () => {
	const data = join(folder, 'data');
	const configuration = tuneForMachine({ memory: 2 ** 30, connections: 40 });
	const running = await startPostgres({ data, port, configuration });
	const show = (name: string) => select(running.url, `select current_setting('${name}') as value`);
	try {
		expect(await show('data_checksums')).toBe('on');
		expect(await show('shared_buffers')).toBe('205MB');
		expect(await show('max_connections')).toBe('40');
		expect(await show('jit')).toBe('off');
		expect(await show('archive_mode')).toBe('on');
		const pending = 'select count(*)::int as value from pg_settings where pending_restart';
		const archive = join(folder, 'archive');
		mkdirSync(archive, { mode: 0o777 });
		chmodSync(archive, 0o777);
		chmodSync(folder, 0o755);
		await run(running.url, `alter system set archive_command = 'cp %p ${archive}/%f'`);
		await select(running.url, 'select pg_reload_conf() as value');
		await expect.poll(() => show('archive_command')).toContain(archive);
		await select(running.url, "select pg_create_restore_point('x') as value");
		await select(running.url, 'select pg_switch_wal()::text as value');
		await expect.poll(() => readdirSync(archive), { timeout: 20_000 }).toHaveLength(1);
		expect(await select(running.url, pending)).toBe(0);
	} finally {
		await running.stop();
	}
	const again = await startPostgres({ data, port, configuration });
	expect(await select(again.url, "select current_setting('archive_command') as value")).toContain(
		'cp %p',
	);
	await again.stop();
});

test('a Postgres that hangs is stopped together with its child processes', async () => {
	const hung = await startPostgres({ data: join(folder, 'data'), port });
	const processes = [hung.process.pid!, ...listChildren(hung.process.pid!)];
	for (const pid of processes) signalIfThere(pid, 'SIGSTOP');
	await hung.stop(100);
	await expect.poll(() => processes.filter(isStopped)).toEqual([]);
});

// An autovacuum worker may have ended since it was listed.
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

// A process that has exited stays listed until its parent reads its exit status.
function isStopped(pid: number): boolean {
	const path = `/proc/${pid}/status`;
	return existsSync(path) && /^State:\tT/m.test(readFileSync(path, 'utf8'));
}

test('Postgres’ own error reports a port that is in use', thorough, async () => {
	const first = await startPostgres({ data: join(folder, 'a'), port });
	await expect(startPostgres({ data: join(folder, 'b'), port })).rejects.toThrow(
		/could not bind|Address already in use/,
	);
	await first.stop();
});

test('a start can be cancelled', thorough, async () => {
	const data = join(folder, 'data');
	await (await startPostgres({ data, port })).stop();
	const before = startPostgres({ data, port, signal: AbortSignal.abort() });
	await expect(before).rejects.toThrow('aborted');
	const unwanted = new AbortController();
	const during = startPostgres({
		data,
		port,
		signal: unwanted.signal,
		onLine: () => unwanted.abort(),
	});
	await expect(during).rejects.toThrow('Postgres ended');
});

test('a failed start no longer polls for readiness', thorough, async () => {
	const first = await startPostgres({ data: join(folder, 'a'), port });
	// The script exits unless something is still running.
	const { stdout, status } = runScript(`
		const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))});
		await startPostgres({ data: ${JSON.stringify(join(folder, 'b'))}, port: ${port} })
			.catch(() => console.log('failed'));
	`);
	expect([stdout, status]).toEqual(['failed\n', 0]);
	await first.stop();
});

function runScript(code: string) {
	const options = { encoding: 'utf8', timeout: 20_000 } as const;
	return spawnSync(process.execPath, ['--input-type=module', '-e', code], options);
}

// This once failed with the whole tree in a folder that only root may enter, because access(2) ignores capabilities.
test('it runs from a folder that only its owner may enter, with its programs', thorough, () => {
	const own = join(folder, 'tree');
	const native = join(nativeFolder(), '../..');
	const script = join(own, 'server/postgres/postgres.ts');
	cpSync(join(root, 'server'), join(own, 'server'), { recursive: true });
	cpSync(native, join(own, relative(root, native)), { recursive: true, verbatimSymlinks: true });
	const code = `
		const { startPostgres } = await import(${JSON.stringify(script)});
		const postgres = await startPostgres({ data: ${JSON.stringify(join(own, 'data'))}, port: ${port} });
		await postgres.stop();
		console.log('ran');
	`;
	const { stdout, stderr } = runScript(code);
	expect(stderr).toBe('');
	expect(stdout).toBe('ran\n');
});

test(
	'a Postgres that an earlier stack left behind is ended, but no other Postgres',
	thorough,
	async () => {
		const data = join(folder, 'data');
		const left = await startPostgres({ data, port });
		const ended = new Promise((resolve) => left.process.once('exit', resolve));
		expect(await endStaleProcess(data)).toBe(true);
		await ended;
		expect(await endStaleProcess(data)).toBe(false);

		const other = await startPostgres({ data, port });
		// The same lock file in another folder names the process and port of a Postgres of a different folder.
		const copy = join(folder, 'copy');
		mkdirSync(copy);
		cpSync(join(data, 'postmaster.pid'), join(copy, 'postmaster.pid'));
		expect(await endStaleProcess(copy)).toBe(false);
		expect(await select(other.url, 'select 1 as value')).toBe(1);
		await other.stop();
	},
);
