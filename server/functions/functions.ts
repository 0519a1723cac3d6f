import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { isIPv6 } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { layout } from '#layout';
import type { Measurements } from '../../supabase/functions/_shared/metrics.ts';
import { type TracingOptions, denoTracing } from '../tracing/tracing.ts';
import type { FunctionChoice } from './functions-host.ts';
import { outgoingHosts } from './outgoing-hosts.ts';
import { type OutputLine, readOutputLine } from './output-line.ts';
import { probeHttp } from '../supervisor/probe.ts';
import type { Run } from '../supervisor/supervisor.ts';
import { lowerPriority } from '../threads/lower-priority.ts';

/** Edge functions, in one Deno process. */
export type FunctionsRun = Run & {
	/** Loopback port on which the process serves `/<function>/…`. */
	port: number;
	pid: number;
	names: string[];
	/** Whether every function was loaded and the database accepts events. Rejects when the process does not respond. */
	isReady(): Promise<boolean>;
	/** Wakes the worker in this process. Never rejects: a poll is the safety net. */
	wake(): Promise<void>;
	/** Reads the functions' counters since they started. */
	readMeasurements(): Promise<Measurements>;
	/** Functions that could not be loaded, with Deno's error. */
	failures: Record<string, string>;
};

export type FunctionsOptions = {
	/** The functions' whole environment; they see no other variable of the server. */
	environment: Record<string, string>;
	/** Folders besides the tree's own that functions may read. */
	readable?: string[];
	/** Folders that functions may read and write. */
	writable?: string[];
	/** Hosts besides loopback that functions may connect to: the database's host, and the server's own. */
	hosts?: readonly string[];
	/** Whether functions call some of these hosts by HTTPS. */
	https?: boolean;
	/** Whether functions may also call public addresses by HTTPS. They may not by default. */
	outgoing?: boolean;
	/** Folder of the functions; those of the layout by default. */
	folder?: string;
	/** Which functions the process runs; all by default. */
	choice?: FunctionChoice;
	/** Whether garbage is collected early, which costs about a twentieth of the CPU. */
	savesMemory?: boolean;
	/** Whether visitors' events run first when the processors are busy. */
	isLessUrgent?: boolean | undefined;
	/** Called when a function without the worker in its process wrote messages. */
	onWake?: () => void;
	/** Deno's cache folder. */
	cache: string;
	onLine?: (line: OutputLine) => void;
	/** Where the process sends its spans, if tracing is on. */
	tracing?: TracingOptions | undefined;
	/** Cancels a start. */
	signal?: AbortSignal;
};

/** V8 would let short-lived objects fill 32 MiB and more before it collects them, and keep the garbage of the start. */
const littleGarbage = ['--max-semi-space-size=4', '--expose-gc'];
/** V8 would rather let garbage take up to four times as much memory as what is in use than collect it. */
const earlyCollection = '--heap-growing-percent=100';

const wakeLine = '{"wake":true}';
const drainMs = 5_000;
const askMs = 2_000;

/** The first line that the process prints. */
type Started = Pick<FunctionsRun, 'port' | 'failures' | 'names'> & { token: string };

/** Starts Deno and waits until it listens; `stop` lets it finish requests under way. Rejects with Deno's output. */
export async function runFunctions(options: FunctionsOptions): Promise<FunctionsRun> {
	const folder = options.folder ?? layout.functions;
	const child = spawn(denoBinary(), denoArguments(folder, options), {
		cwd: dirname(layout.functions),
		env: {
			...options.environment,
			...basics(),
			...quiet,
			...(options.tracing && denoTracing(options.tracing)),
			DENO_DIR: options.cache,
		},
		stdio: ['pipe', 'pipe', 'pipe'],
		detached: true,
	});
	options.signal?.addEventListener('abort', () => void stop(child), { once: true });
	child.stdin.on('error', () => undefined);
	const said: string[] = [];
	const hear = (line: string, level: OutputLine['level']) => {
		said.push(line);
		if (said.length > 50) said.shift();
		options.onLine?.(readOutputLine(line, level));
	};
	createInterface({ input: child.stderr }).on('line', (line) => hear(line, 'warn'));
	const first = await new Promise<string>((resolve, reject) => {
		let ready = false;
		child.once('error', reject);
		child.once('exit', (code) => {
			if (!ready) reject(new Error(`Deno ended with ${code}:\n${said.join('\n')}`));
		});
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (line === wakeLine) return options.onWake?.();
			if (ready || !line.startsWith('{"port":')) return hear(line, 'info');
			ready = true;
			resolve(line);
		});
	});
	const { token, ...state } = JSON.parse(first) as Started;
	// Not before: all requests wait for the start.
	if (options.isLessUrgent) lowerPriority(child.pid!);
	const addressOf = (what: string) => `http://127.0.0.1:${state.port}/${token}/${what}`;
	const ask = async (what: string): Promise<unknown> => {
		return (await fetch(addressOf(what), { signal: AbortSignal.timeout(askMs) })).json();
	};
	return {
		...state,
		pid: child.pid!,
		isReady: async () => ((await ask('ready')) as { ready: boolean }).ready,
		wake: () =>
			fetch(addressOf('wake'), { signal: AbortSignal.timeout(askMs) }).then(
				() => undefined,
				() => undefined,
			),
		readMeasurements: async () => (await ask('metrics')) as Measurements,
		ended: new Promise((resolve) => {
			child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
		}),
		stop: () => stop(child),
		kill: () => void child.kill('SIGKILL'),
		probe: () => probeHttp(state.port),
	};
}

function denoArguments(folder: string, options: FunctionsOptions): string[] {
	const writes = options.writable ?? [];
	const reads = [...layout.denoReads, folder, ...(options.readable ?? []), ...writes];
	const hosts = new Set([
		'127.0.0.1',
		...(options.hosts ?? []).map(bracketed),
		...(options.outgoing ? outgoingHosts() : []),
	]);
	return [
		'run',
		'--no-prompt',
		'--no-lock',
		'--ignore-env',
		// With this flag, a request's signal is aborted only when its client disconnects, not after every response.
		'--unstable-no-legacy-abort',
		`--v8-flags=${[...littleGarbage, ...(options.savesMemory ? [earlyCollection] : [])].join()}`,
		...layout.denoFlags,
		`--allow-env=${Object.keys(options.environment).join(',')}`,
		`--allow-net=${[...hosts].join(',')}`,
		// For an HTTPS call, Deno reads its list of authorities, a permission that cannot be granted separately.
		...(options.outgoing || options.https
			? ['--allow-sys']
			: writes.length > 0
				? ['--allow-sys=statfs']
				: []),
		`--allow-read=${reads.join(',')}`,
		...(writes.length > 0 ? [`--allow-write=${writes.join(',')}`] : []),
		layout.functionsHost,
		folder,
		layout.handler,
		JSON.stringify(options.choice ?? {}),
		...(options.tracing ? ['traced'] : []),
	];
}

// Deno would parse a bare IPv6 address as a host with a port.
function bracketed(host: string): string {
	return isIPv6(host) ? `[${host}]` : host;
}

const quiet = { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' };

// Environment that any program needs to run; not readable by the functions.
function basics(): Record<string, string> {
	const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_EXTRA_CA_CERTS'];
	return Object.fromEntries(
		names.flatMap((name) => {
			const value = process.env[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

/** Path of Deno's binary, which comes in a package for each platform. */
export function denoBinary(): string {
	const { platform, arch } = process;
	const name = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`;
	const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
	return join(dirname(manifest), platform === 'win32' ? 'deno.exe' : 'deno');
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), drainMs);
	await gone;
	clearTimeout(timer);
}
