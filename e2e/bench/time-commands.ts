// Measures the duration of whole processes. Interleaved, so that machine load affects all of them equally.
import { spawnSync } from 'node:child_process';

import { reportNote, reportTable } from '../prove/report.ts';
import { rounded } from './measure.ts';

export type TimedCommand = { name: string; argv: string[]; cwd?: string; env?: NodeJS.ProcessEnv };

const rounds = Number(process.env['BENCH_RUNS'] ?? 21);

/** Prints the median of each command run by Node, in milliseconds, and its ratio to the first. */
export function timeCommands(commands: TimedCommand[]): void {
	const times = commands.map((): number[] => []);
	for (let round = 0; round < rounds; round += 1) {
		for (const [index, { name, argv, cwd, env }] of commands.entries()) {
			const start = performance.now();
			const { status, stderr } = spawnSync(process.execPath, argv, {
				cwd,
				env: { ...process.env, ...env },
			});
			if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
			times[index]!.push(performance.now() - start);
		}
	}
	const medians = times.map((values) => values.toSorted((a, b) => a - b)[rounds >> 1]!);
	reportNote(`${rounds} interleaved runs, medians.`);
	reportTable(
		'Commands',
		Object.fromEntries(
			commands.map(({ name }, index) => [
				name,
				{
					'took, ms': Number(medians[index]!.toFixed(1)),
					'× the first': rounded(medians[index]! / medians[0]!),
				},
			]),
		),
	);
}
