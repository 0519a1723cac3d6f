import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

type Where = { cwd: string; env?: NodeJS.ProcessEnv };

/** Runs a command until it exits, and returns its standard output. Rejects with its whole output when it fails. */
export async function runCommand(argv: string[], { cwd, env }: Where): Promise<string> {
	const [program, ...rest] = argv as [string, ...string[]];
	const child = spawn(program, rest, {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let [stdout, all] = ['', ''];
	child.stdout.on('data', (chunk: Buffer) => {
		stdout += chunk.toString();
		all += chunk.toString();
	});
	child.stderr.on('data', (chunk: Buffer) => (all += chunk.toString()));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	});
	if (code === 0) return stdout;
	throw new Error(`"${argv.join(' ')}" ended with ${code}:\n${all.slice(-4_000)}`);
}

/** Starts a command in its own process group, so that the whole group can be ended. */
export function startCommand(argv: string[], { cwd, env }: Where): { stop(): Promise<void> } {
	const [program, ...rest] = argv as [string, ...string[]];
	const child: ChildProcess = spawn(program, rest, {
		cwd,
		env: { ...process.env, ...env },
		stdio: 'ignore',
		detached: true,
	});
	const ended = new Promise<void>((resolve) => {
		child.once('close', () => resolve()).once('error', () => resolve());
	});
	return {
		stop: async () => {
			if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
			await ended;
		},
	};
}

/** Waits until the server at an address responds. */
export async function waitUntilServed(url: string, seconds = 60): Promise<void> {
	for (let left = seconds * 4; left > 0; left -= 1) {
		const answers = await fetch(url).then(
			(response) => response.ok,
			() => false,
		);
		if (answers) return;
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
	throw new Error(`${url} did not answer within ${seconds} seconds.`);
}
