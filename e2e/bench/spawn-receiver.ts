import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** A webhook receiver in a separate process. */
export type SpawnedReceiver = {
	port: number;
	/** Time at which each response first arrived, in milliseconds since 1970, by its ID. */
	arrivals: Map<string, number>;
	/** Resolves when all of these have arrived; rejects after a minute. */
	waitFor(responses: readonly string[]): Promise<void>;
	stop(): Promise<void>;
};

export async function spawnReceiver(): Promise<SpawnedReceiver> {
	const script = join(import.meta.dirname, 'receiver-process.ts');
	const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
	const lines = createInterface({ input: child.stdout });
	const [port] = (await once(lines, 'line')) as [string];
	const arrivals = new Map<string, number>();
	lines.on('line', (line) => {
		const [response, at] = line.split(' ') as [string, string];
		if (!arrivals.has(response)) arrivals.set(response, Number(at));
	});
	return {
		port: Number(port),
		arrivals,
		async waitFor(responses) {
			const until = performance.now() + 60_000;
			while (responses.some((response) => !arrivals.has(response))) {
				if (performance.now() > until) throw new Error('Deliveries are missing after a minute.');
				await wait(20);
			}
		},
		async stop() {
			child.kill();
			await once(child, 'exit');
		},
	};
}
