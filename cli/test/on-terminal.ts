import { spawn } from 'node:child_process';

import { bin } from './run.ts';
import type { Person } from './run.ts';

export type Typing = { when: RegExp; keys: string };

/** Runs the command on a separate terminal, and types when it asks. */
export async function onTerminal(
	person: Person,
	argv: string[],
	typing: Typing[],
	env: Record<string, string> = {},
) {
	const line = [process.execPath, bin, ...argv].map((word) => `'${word}'`).join(' ');
	const child = spawn('script', ['-qec', line, '/dev/null'], {
		cwd: person.home,
		env: { ...person.env, TERM: 'xterm-256color', ...env },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	let shown = '';
	const left = [...typing];
	child.stdout.on('data', (chunk: Buffer) => {
		shown += chunk.toString();
		if (left[0]?.when.test(shown)) child.stdin.write(left.shift()!.keys);
	});
	const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
	return { code, shown };
}
