// The built command as a separate process, as a person or a script runs it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builds } from '../../../server/parts/builds.ts';
import { root } from '../../../server/layout/tree.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';

const bin = join(root, builds.command.output, 'feedback.js');

export type Ended = { code: number | null; stdout: string; stderr: string };

/** A running command. */
export type Running = {
	/** Resolves to its standard error as soon as that matches. Rejects when it ends without a match. */
	said(pattern: RegExp): Promise<string>;
	ended: Promise<Ended>;
};

export type Terminal = {
	/** Folder in which the commands run; also the home folder. */
	folder: string;
	write(name: string, text: string): void;
	start(...argv: string[]): Running;
	run(...argv: string[]): Promise<Ended>;
	/** The data of a command that must succeed. */
	data<Data>(...argv: string[]): Promise<Data>;
	/** The error of a command that must fail, and its exit code. */
	failure(...argv: string[]): Promise<Failed>;
	remove(): void;
};

export type Failed = {
	exit: number | null;
	error: { code: string; message: string; next: string[][] };
	approval?: { id: string; url: string; expires_at: string };
};

/** A machine without a sign-in; `env` adds to its environment. */
export function openTerminal(stack: Stack, env: Record<string, string> = {}): Terminal {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-terminal-'));
	const environment = {
		PATH: process.env['PATH'] ?? '',
		HOME: folder,
		XDG_CONFIG_HOME: join(folder, 'config'),
		FEEDBACK_API_URL: stack.apiUrl,
		FEEDBACK_DASHBOARD_URL: stack.dashboardUrl ?? 'http://127.0.0.1:54323',
		FEEDBACK_KEYRING: '0',
		// Its "browser" does nothing: the tests open addresses themselves.
		BROWSER: 'true',
		...env,
	};
	const start = (...argv: string[]) =>
		follow(
			spawn(process.execPath, [bin, ...argv], {
				cwd: folder,
				env: environment,
				stdio: ['ignore', 'pipe', 'pipe'],
			}),
		);
	const run = (...argv: string[]) => start(...argv).ended;
	return {
		folder,
		write: (name, text) => writeFileSync(join(folder, name), text),
		start,
		run,
		data: async (...argv) => readData(await run(...argv, '--json')),
		failure: async (...argv) => {
			const { code, stdout } = await run(...argv, '--json');
			const output = JSON.parse(stdout) as Failed & { ok: boolean };
			if (output.ok) throw new Error(`It succeeded: ${stdout}`);
			return { ...output, exit: code };
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** The data that a command printed with `--json`. */
export function readData<Data>({ stdout, stderr }: Ended): Data {
	const output = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { ok: boolean; data: Data };
	if (!output.ok) throw new Error(`The command failed: ${stdout}${stderr}`);
	return output.data;
}

function follow(child: ChildProcess): Running {
	let [stdout, stderr] = ['', ''];
	const listeners = new Set<() => void>();
	child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
	child.stderr!.on('data', (chunk: Buffer) => {
		stderr += chunk.toString();
		for (const look of listeners) look();
	});
	const ended = new Promise<Ended>((resolve) => {
		child.once('close', (code) => resolve({ code, stdout, stderr }));
	});
	const said = (pattern: RegExp) =>
		new Promise<string>((resolve, reject) => {
			const look = () => {
				const match = pattern.exec(stderr);
				if (match) resolve(match[1] ?? match[0]);
			};
			listeners.add(look);
			look();
			void ended.then(() => reject(new Error(`It never said ${pattern}: ${stderr}${stdout}`)));
		});
	return { said, ended };
}
