import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { root } from '../parts/builds.ts';
import { listChildren } from '../supervisor/children.ts';
import { prepareCluster, withRole } from './cluster.ts';
import { endStaleProcess } from './stale-process.ts';
import { choosePorts } from '../ports/ports.ts';
import { nativeFolder, startPostgres } from './postgres.ts';
import { passwordFile } from './superuser-password.ts';

let folder: string;
let port: number;

beforeEach(async () => {
	// Made with mode 0700, as every folder of mkdtemp: only its owner may enter.
	folder = mkdtempSync(join(tmpdir(), 'feedback-postgres-'));
	({ database: port } = await choosePorts({ free: true }));
});

afterEach(() => {
	rmSync(folder, { recursive: true, maxRetries: 5 });
});

async function select(url: string, query: string): Promise<unknown> {
	const sql = postgres(url, { max: 1, onnotice() {} });
	try {
		const [row] = await sql.unsafe(query);
		return row?.['value'];
	} finally {
		await sql.end();
	}
}

test('what was committed outlives a kill', async () => {
	const data = join(folder, 'data');
	const first = await startPostgres({ data, port });
	await select(first.url, 'create table kept as select 7 as value');
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

async function refusal(url: string, user: string): Promise<unknown> {
	const address = new URL(url);
	[address.username, address.password] = [user, ''];
	return select(address.href, 'select 1 as value').catch((error: { code?: string }) => error.code);
}

test('a process of this machine that does not have the password is refused', async () => {
	const data = join(folder, 'data');
	const running = await startPostgres({ data, port });
	try {
		await prepareCluster(running.url);
		expect(await select(running.url, 'select current_user::text as value')).toBe('supabase_admin');
		const owner = withRole(running.url, 'postgres');
		expect(await select(owner, 'select current_user::text as value')).toBe('postgres');
		for (const user of ['supabase_admin', 'postgres', 'authenticator'])
			expect(await refusal(running.url, user)).toMatch(/^(28P01|SASL.*)$/);
		expect(statSync(passwordFile(data)).mode & 0o777).toBe(0o600);
	} finally {
		await running.stop();
	}
});

test('a cluster that trusted every process takes the password from its next start on, and keeps its data', async () => {
	const data = join(folder, 'data');
	const first = await startPostgres({ data, port });
	await select(first.url, 'create table kept as select 7 as value');
	await first.stop();
	writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
	rmSync(passwordFile(data));
	const second = await startPostgres({ data, port });
	try {
		expect(second.url).not.toBe(first.url);
		expect(await select(second.url, 'select value from kept')).toBe(7);
		expect(await refusal(second.url, 'supabase_admin')).toMatch(/^(28P01|SASL.*)$/);
	} finally {
		await second.stop();
	}
});

test('one that hangs is stopped with the processes that it has started', async () => {
	const hung = await startPostgres({ data: join(folder, 'data'), port });
	const processes = [hung.process.pid!, ...listChildren(hung.process.pid!)];
	for (const pid of processes) process.kill(pid, 'SIGSTOP');
	await hung.stop(100);
	await expect.poll(() => processes.filter(isStopped)).toEqual([]);
});

// A process that has exited stays listed until its parent reads its exit status.
function isStopped(pid: number): boolean {
	const path = `/proc/${pid}/status`;
	return existsSync(path) && /^State:\tT/m.test(readFileSync(path, 'utf8'));
}

test('a taken port is what Postgres says', async () => {
	const first = await startPostgres({ data: join(folder, 'a'), port });
	await expect(startPostgres({ data: join(folder, 'b'), port })).rejects.toThrow(
		/could not bind|Address already in use/,
	);
	await first.stop();
});

test('a start that is not wanted any more is ended', async () => {
	const data = join(folder, 'data');
	await (await startPostgres({ data, port })).stop();
	const unwanted = new AbortController();
	const started = startPostgres({ data, port, signal: unwanted.signal });
	unwanted.abort();
	await expect(started).rejects.toThrow('Postgres ended');
});

test('a failed start no longer polls for readiness', async () => {
	const first = await startPostgres({ data: join(folder, 'a'), port });
	// Exits on its own, unless something is still running.
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

// The whole tree in a folder that only root may enter once failed: access(2) ignores capabilities.
test('it runs from a folder that only its owner may enter, programs included', () => {
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

test('a Postgres that an earlier stack left behind is ended, another one is not', async () => {
	const data = join(folder, 'data');
	const left = await startPostgres({ data, port });
	const ended = new Promise((resolve) => left.process.once('exit', resolve));
	expect(await endStaleProcess(data)).toBe(true);
	await ended;
	expect(await endStaleProcess(data)).toBe(false);

	const other = await startPostgres({ data, port });
	// The same lock file in another folder: its number and port are those of a Postgres that is not ours.
	const copy = join(folder, 'copy');
	mkdirSync(copy);
	cpSync(join(data, 'postmaster.pid'), join(copy, 'postmaster.pid'));
	expect(await endStaleProcess(copy)).toBe(false);
	expect(await select(other.url, 'select 1 as value')).toBe(1);
	await other.stop();
});
