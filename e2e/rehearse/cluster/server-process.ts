import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { root } from '../../../server/layout/tree.ts';
import { findFreePort } from '../../../server/ports/ports.ts';

const command = join(root, 'server/command/main.ts');

export type ServerProcessOptions = {
	/** Folder for the configuration file and the data. */
	folder: string;
	publicUrl: string;
	/** Without it, the server runs its own Postgres. */
	databaseUrl?: string;
	/** The `secrets.json` of another server; by default, this server creates its own. */
	secretsFile?: string;
	/** Loopback port; a free one by default. */
	port?: number;
	/** Path of an installed `feedback-server`; by default, the server of this tree. */
	program?: string;
	/** Other sections of the configuration. */
	settings?: Record<string, unknown>;
	/** Environment variables in addition to those of this process. */
	environment?: Record<string, string>;
};

/** A production server in a separate process. */
export type ServerProcess = {
	url: string;
	secretsFile: string;
	/** Returns its output so far. */
	output(): string;
	/** Resolves to its exit code. */
	ended: Promise<number | null>;
	/** Resolves when `/readyz` responds with 200. Rejects with the server's output if the server exits first. */
	ready(): Promise<void>;
	/** ID of the process. */
	pid: number;
	/** Sends SIGKILL, and resolves when the process has ended. */
	kill(): Promise<void>;
	/** Sends SIGTERM and resolves to its exit code. */
	stop(): Promise<number | null>;
	/** Runs another command of `feedback-server` with its configuration; resolves to standard output. */
	run(...words: string[]): Promise<string>;
};

/** Starts `feedback-server start`. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
	const { folder, publicUrl, databaseUrl } = options;
	const data = join(folder, 'data');
	mkdirSync(data, { recursive: true, mode: 0o700 });
	const secretsFile = join(data, 'secrets.json');
	if (options.secretsFile) copyFileSync(options.secretsFile, secretsFile);
	const port = options.port ?? (await findFreePort());
	const file = join(folder, 'feedback.yaml');
	const config = {
		public_url: publicUrl,
		listen: `127.0.0.1:${port}`,
		data,
		...(databaseUrl !== undefined && { database: { url: databaseUrl } }),
		drain: { lame_duck_seconds: 3 },
		...options.settings,
	};
	// JSON is YAML.
	writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
	const [program, ...first] = options.program ? [options.program] : [process.execPath, command];
	const env = { ...process.env, ...options.environment };
	const child = spawn(program!, [...first, '--config', file, 'start'], { env });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk) => (output += String(chunk)));
	}
	const ended = once(child, 'close').then(([code]) => code as number | null);
	const url = `http://127.0.0.1:${port}`;
	return {
		url,
		secretsFile,
		pid: child.pid!,
		ended,
		output: () => output,
		async ready() {
			while (!(await isReady(url))) {
				if (hasEnded(child)) throw new Error(`The server ended:\n${output}`);
				await new Promise((resolve) => setTimeout(resolve, 100));
			}
		},
		async kill() {
			child.kill('SIGKILL');
			await ended;
		},
		async stop() {
			if (!hasEnded(child)) child.kill('SIGTERM');
			return ended;
		},
		async run(...words) {
			const args = [...first, '--config', file, ...words];
			return (await promisify(execFile)(program!, args)).stdout;
		},
	};
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}

async function isReady(url: string): Promise<boolean> {
	const response = await fetch(`${url}/readyz`).catch(() => undefined);
	await response?.body?.cancel();
	return response?.ok ?? false;
}
