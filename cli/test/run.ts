import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
	/** Called with the running process, for example to interrupt it. */
	during?: (child: ChildProcess) => void;
};

/** A person with an empty home folder and a minimal environment. */
export type Person = {
	home: string;
	env: Record<string, string>;
	run(argv: string[], options?: Options): Promise<Result>;
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
		run: (argv, options = {}) => run(person, argv, options),
	};
	return person;
}

async function run(person: Person, argv: string[], options: Options): Promise<Result> {
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
	const result: Result = {
		code,
		stdout,
		stderr,
		data: <Shape>() => {
			const { ok, data } = readOneObject(stdout) as { ok: boolean; data: Shape };
			if (ok !== true) throw new Error(`The command failed: ${stdout}`);
			return data;
		},
		failure: () => failureSchema.parse(readOneObject(stdout)),
	};
	remember(result, person, cwd, options.env);
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
