import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { runCommandLine } from '../src/main.ts';
import { failureSchema } from '../src/output/envelope.ts';
import type { FailureEnvelope } from '../src/output/envelope.ts';
import type { Service } from './service/start.ts';

/** The built command. */
export const bin = fileURLToPath(new URL('../dist/feedback.js', import.meta.url));

export type Result = {
	code: number | null;
	stdout: string;
	stderr: string;
	/** Parses standard output as one successful object and returns its data. */
	data: <Shape = Record<string, unknown>>() => Shape;
	/** Parses standard output as one failure. */
	failure: () => FailureEnvelope;
};

export type Options = {
	env?: Record<string, string | undefined>;
	cwd?: string;
	/** Standard input; by default it is closed. */
	input?: string;
};

export type SpawnOptions = Options & {
	/** Called with the running process, for example to interrupt it. */
	during?: (child: ChildProcess) => void;
};

/** A person with an empty home folder and a minimal environment. */
export type Person = {
	home: string;
	env: Record<string, string>;
	/** Runs a command in this process, ten times faster than in a separate one. */
	run(argv: string[], options?: Options): Promise<Result>;
	/** Runs the built command in a separate process: for signals, sign-ins, proxies and terminals. */
	spawn(argv: string[], options?: SpawnOptions): Promise<Result>;
};

/** Commands that failures suggested, each with the person and the folder. */
export const suggestions: { argv: string[]; person: Person; cwd: string | undefined }[] = [];

export function createPerson(service: Pick<Service, 'url'>, token?: string): Person {
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'feedback-cli-')));
	const person: Person = {
		home,
		env: {
			PATH: process.env['PATH']!,
			HOME: home,
			XDG_CONFIG_HOME: join(home, 'config'),
			FEEDBACK_API_URL: `${service.url}/fn`,
			FEEDBACK_DOCS_URL: `${service.url}/docs`,
			FEEDBACK_DASHBOARD_URL: 'http://127.0.0.1:54323',
			FEEDBACK_KEYRING: '0',
			...(token && { FEEDBACK_TOKEN: token }),
		},
		run: (argv, options = {}) => runHere(person, argv, options),
		spawn: (argv, options = {}) => spawnCommand(person, argv, options),
	};
	return person;
}

// The working directory belongs to the whole process: only commands in the same folder may run at the same time.
const origin = process.cwd();
const running = { count: 0, cwd: origin };

async function runHere(person: Person, argv: string[], options: Options): Promise<Result> {
	const { input, cwd = person.home } = options;
	const texts = { stdout: '', stderr: '' };
	const collect = (name: keyof typeof texts) =>
		new Writable({
			write(chunk: Buffer, _, done) {
				texts[name] += chunk.toString();
				done();
			},
		});
	const host = {
		env: { ...person.env, ...options.env },
		stdin: Readable.from(input === undefined ? [] : [input]),
		stdout: collect('stdout'),
		stderr: collect('stderr'),
	};
	if (running.count > 0 && running.cwd !== cwd) {
		throw new Error(`Another command runs in ${running.cwd}; spawn one of them.`);
	}
	if (running.count === 0) process.chdir(cwd);
	running.cwd = cwd;
	running.count += 1;
	try {
		const code = await runCommandLine(argv, host);
		return toResult({ code, ...texts }, person, options);
	} finally {
		running.count -= 1;
		if (running.count === 0) process.chdir(origin);
	}
}

async function spawnCommand(
	person: Person,
	argv: string[],
	options: SpawnOptions,
): Promise<Result> {
	const { input, during, cwd = person.home } = options;
	const child = spawn(process.execPath, [bin, ...argv], {
		cwd,
		env: { ...person.env, ...options.env } as NodeJS.ProcessEnv,
		stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
	});
	let [stdout, stderr] = ['', ''];
	child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
	child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
	if (input !== undefined) child.stdin!.end(input);
	during?.(child);
	const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
	return toResult({ code, stdout, stderr }, person, options);
}

function toResult(
	ended: Pick<Result, 'code' | 'stdout' | 'stderr'>,
	person: Person,
	{ cwd = person.home, env }: Options,
): Result {
	const { stdout } = ended;
	const result: Result = {
		...ended,
		data: <Shape>() => {
			const { ok, data } = readOneObject(stdout) as { ok: boolean; data: Shape };
			if (ok !== true) throw new Error(`The command failed: ${stdout}`);
			return data;
		},
		failure: () => failureSchema.parse(readOneObject(stdout)),
	};
	remember(result, person, cwd, env);
	return result;
}

function readOneObject(stdout: string): unknown {
	if (!/^\{.*\}\n$/.test(stdout))
		throw new Error(`Not one object on one line: ${JSON.stringify(stdout)}`);
	return JSON.parse(stdout);
}

function remember(result: Result, person: Person, cwd: string, env: Options['env']): void {
	if (!result.stdout.startsWith('{"ok":false')) return;
	const caller = env
		? { ...person, env: { ...person.env, ...(env as Record<string, string>) } }
		: person;
	for (const argv of result.failure().error.next) suggestions.push({ argv, person: caller, cwd });
}
