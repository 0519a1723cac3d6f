import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { root } from '../server/layout/tree.ts';

export type Outcome = { code: number; output: string };

export type RunOptions = {
	/** Folder; the tree's root by default. */
	cwd?: string;
	environment?: Record<string, string>;
	/** Passes the output through without keeping it. */
	live?: boolean;
};

/** Runs a program from node_modules/.bin or the system; resolves to its exit code and output. */
export function run(
	program: string,
	args: readonly string[],
	options: RunOptions = {},
): Promise<Outcome> {
	const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
	const child = spawn(program, args, {
		cwd: options.cwd ?? root,
		env: { ...process.env, PATH: path, ...options.environment },
		stdio: ['ignore', options.live ? 'inherit' : 'pipe', options.live ? 'inherit' : 'pipe'],
		shell: process.platform === 'win32',
	});
	let output = '';
	const hear = (chunk: Buffer) => (output += chunk.toString());
	child.stdout?.on('data', hear);
	child.stderr?.on('data', hear);
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve({ code: code ?? 1, output }));
	});
}
