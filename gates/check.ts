// `npm run check`: runs every check that does not run the product.
import { constants, setPriority } from 'node:os';

import color from 'picocolors';

import { type Check, listChecks } from './checks.ts';

export type Tally = { passed: number; failed: number };

/** Runs two checks at a time. Logs each when it ends, with its issues. */
export async function runChecks(
	checks: readonly Check[],
	log: (line: string) => void,
): Promise<Tally> {
	const tally: Tally = { passed: 0, failed: 0 };
	const queue = [...checks];
	const work = async (): Promise<void> => {
		for (let check = queue.shift(); check; check = queue.shift()) {
			const started = performance.now();
			const issues = await runCheck(check);
			const seconds = color.dim(`${((performance.now() - started) / 1_000).toFixed(1)} s`);
			tally[issues.length === 0 ? 'passed' : 'failed'] += 1;
			const mark = issues.length === 0 ? color.green('✓') : color.red('✗');
			log(`${mark} ${check.name} ${seconds}`);
			for (const issue of issues) log(issue.replace(/^/gm, '    '));
		}
	};
	await Promise.all([work(), work()]);
	return tally;
}

async function runCheck(check: Check): Promise<string[]> {
	try {
		return await check.run();
	} catch (error) {
		return [error instanceof Error ? error.message : String(error)];
	}
}

/** Lets other processes run first. */
export const lowPriority = '--low-priority';

if (import.meta.main) {
	if (process.argv.includes(lowPriority)) setPriority(constants.priority.PRIORITY_LOW);
	const { passed, failed } = await runChecks(listChecks(), (line) => console.log(line));
	console.log(`\n${passed} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
}
