import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { denoBinary } from '../../../server/functions/functions.ts';
import type { Ending, Order } from './pools-under-deno.ts';

/** A pool of a Deno process. Each call resolves to its outcome: `answered`, or the code of its error. */
export type DenoPool = {
	statement(): Promise<string>;
	transaction(): Promise<string>;
	end(): Promise<string>;
};

export type DenoPools = { open(url: string, size?: number): DenoPool; stop(): Promise<void> };

/** Starts Deno, in which the functions run, for pools whose databases have a certificate signed by `authority`. */
export function startDenoPools(authority: string): DenoPools {
	const script = join(import.meta.dirname, 'pools-under-deno.ts');
	const flags = ['--no-prompt', '--no-lock', '--node-modules-dir=manual', '--allow-all'];
	const child = spawn(denoBinary(), ['run', ...flags, script], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: { ...process.env, FEEDBACK_DATABASE_CA: authority },
	});
	const waiting = new Map<number, (ending: string) => void>();
	createInterface({ input: child.stdout }).on('line', (line) => {
		const { id, ending } = JSON.parse(line) as Ending;
		waiting.get(id)!(ending);
		waiting.delete(id);
	});
	child.once('exit', (code) => {
		for (const settle of waiting.values()) settle(`Deno ended with ${code}`);
	});
	let orders = 0;
	let pools = 0;
	return {
		open(url, size = 1) {
			const pool = ++pools;
			const order = (call: Order['call']) =>
				new Promise<string>((resolve) => {
					const id = ++orders;
					waiting.set(id, resolve);
					child.stdin.write(`${JSON.stringify({ id, pool, url, size, call } satisfies Order)}\n`);
				});
			return {
				statement: () => order('statement'),
				transaction: () => order('transaction'),
				end: () => order('end'),
			};
		},
		async stop() {
			const exit = once(child, 'exit');
			child.stdin.end();
			await exit;
		},
	};
}
