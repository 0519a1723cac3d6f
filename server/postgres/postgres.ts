// Postgres 17 from npm, without its wrapper class, which hard-codes an OS user and installs exit hooks.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { listChildren } from '../supervisor/children.ts';
import { type Settings, prepareDataDirectory } from './data-directory.ts';
import { spawnNative } from './native-programs.ts';
import { startupMessage } from './startup-message.ts';
import { chooseSocketFolder, superuser, superuserUrl } from './superuser.ts';

export type Postgres = {
	port: number;
	/** Address of the superuser, for `connectDatabase` in a process of the same user. */
	url: string;
	process: ChildProcess;
	/** Shuts it down, and kills it after `maxWaitMs`, by default ten seconds. */
	stop(maxWaitMs?: number): Promise<void>;
	/** Kills it and its child processes, as a crash would. */
	killAll(): void;
};

export type PostgresOptions = {
	/** Folder of the data; created if missing. */
	data: string;
	port: number;
	/** Settings besides the defaults, such as those of `tuneForMachine`. They are written to the data folder. */
	configuration?: Settings;
	/** Settings for this start. They override all others and cannot change while Postgres runs: `{ fsync: 'off' }`. */
	settings?: Settings;
	onLine?: (line: string) => void;
	/** Cancels a start. */
	signal?: AbortSignal;
};

const defaults: Settings = { timezone: 'UTC', log_timezone: 'UTC', max_connections: 120 };

const leftoverMs = 10_000;

/**
 * Starts Postgres on a data folder, which is created first if needed. After a crash, waits up to ten
 * seconds for processes of the previous Postgres to end. Rejects with Postgres' output.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
	await prepareDataDirectory(options.data, { ...defaults, ...options.configuration });
	const hasCrashed = existsSync(join(options.data, 'postmaster.pid'));
	const deadline = performance.now() + leftoverMs;
	for (;;) {
		options.signal?.throwIfAborted();
		try {
			return await startProcess(options);
		} catch (error) {
			const isWorthWaiting =
				isMemoryInUse(error as Error) || (hasCrashed && isPortInUse(error as Error));
			if (!isWorthWaiting || performance.now() > deadline) throw error;
			await pause(100);
		}
	}
}

// Whether Postgres complains about the shared memory of a previous instance. This memory is freed when that instance's
// last process has ended.
function isMemoryInUse({ message }: Error): boolean {
	return message.includes('pre-existing shared memory block');
}

// A process that the previous Postgres was just starting holds its port too, until that process first runs.
function isPortInUse({ message }: Error): boolean {
	return message.includes('Address already in use');
}

async function startProcess(options: PostgresOptions): Promise<Postgres> {
	const { data, port } = options;
	const socket = chooseSocketFolder(data, port);
	const settings = {
		listen_addresses: '127.0.0.1',
		port,
		unix_socket_directories: `"${socket.path}"`,
		unix_socket_permissions: '0700',
		...options.settings,
	};
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const child = spawnNative('postgres', ['-D', data, ...flags]);
	child.once('exit', () => socket.remove());
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
		port,
		url: superuserUrl(socket.path, port),
		process: child,
		stop: (maxWaitMs) => stop(child, maxWaitMs),
		killAll: () => killAll(child),
	};
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

// Child processes notice that Postgres is gone only while they run, and hold the shared memory until they end.
function killAll(child: ChildProcess): void {
	const children = listChildren(child.pid!);
	child.kill('SIGKILL');
	for (const pid of children) killProcess(pid);
}

function killProcess(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has ended in the meantime.
	}
}

// Another Postgres may answer at a taken port; ours records in its own folder that it is ready.
function isReady(data: string, child: ChildProcess): boolean {
	const path = join(data, 'postmaster.pid');
	if (!existsSync(path)) return false;
	const lines = readFileSync(path, 'utf8').split('\n');
	return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
}

// Sends the first message of the protocol: behind an open port, Postgres may still answer "the database is
// starting up".
async function answers({ port, data }: PostgresOptions, child: ChildProcess): Promise<void> {
	const startup = startupMessage({ user: superuser, database: 'postgres' });
	while (!hasEnded(child)) {
		const ready = await new Promise<boolean>((resolve) => {
			const socket = connect(port, '127.0.0.1', () => socket.write(startup));
			socket.once('data', (data) => {
				resolve(data[0] === 0x52); // an authentication request: Postgres accepts connections
				socket.destroy();
			});
			socket.once('error', () => resolve(false));
			socket.once('close', () => resolve(false));
		});
		if (ready && isReady(data, child)) return;
		await pause(20);
	}
}
