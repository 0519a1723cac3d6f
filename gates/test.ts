// `npm test`: builds, checks and tests everything. Ends with one line, `N passed, N failed`.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import color from 'picocolors';

import { buildAll } from './build.ts';
import { type Tally, lowPriority } from './check.ts';
import { ensureChromium, ensureShell } from '../testing/chromium.ts';
import { ensurePgbouncer } from '../testing/pgbouncer.ts';
import { readReport, readTally } from './report.ts';
import { run } from '../testing/run.ts';
import { thoroughTag } from '../testing/thorough.ts';
import { useTemporaryFolder } from './temporary-folder.ts';
import { cacheFolder, root } from '../server/layout/tree.ts';
import { testDocs } from '../site/test/test-docs.ts';

const log = (line: string) => console.log(line);

if (import.meta.main) {
	useTemporaryFolder();
	const tally = await testAll(process.argv.slice(2));
	log(`\n${tally.passed} passed, ${tally.failed} failed`);
	process.exitCode = tally.failed > 0 ? 1 : 0;
}

async function testAll(filters: readonly string[]): Promise<Tally> {
	heading('Tools and builds');
	const environment = await prepare();
	if (!environment) return { passed: 0, failed: 1 };
	heading('Tests (`npm run rehearse thorough` tries more)');
	const checks = filters.length > 0 ? undefined : startChecks();
	const tests = await runVitest(filters, environment);
	if (!checks) return tests;
	heading('Checks');
	const { tally, lines } = await checks;
	log(lines);
	return { passed: tally.passed + tests.passed, failed: tally.failed + tests.failed };
}

/**
 * Runs the checks while the tests run, at the lowest priority: the checks use the processors while the tests wait, and
 * do not slow down the tests. Their output is shown after the tests.
 */
async function startChecks(): Promise<{ tally: Tally; lines: string }> {
	const { output } = await run(process.execPath, [join(root, 'gates/check.ts'), lowPriority]);
	return { tally: readTally(output), lines: output.trim() };
}

/**
 * Finds the browsers and the pooler, and builds everything that is stale. Otherwise, most tests would fail for
 * unrelated reasons. Resolves to the environment of the tests, or to `undefined` after an error.
 */
async function prepare(): Promise<Record<string, string> | undefined> {
	try {
		const chromium = await ensureChromium(log);
		log(`Browser: ${chromium}`);
		log(`Browser of the dashboard's and the SDK's tests: ${await ensureShell(log)}`);
		const pgbouncer = await ensurePgbouncer(log);
		if (pgbouncer) log(`Pooler: ${pgbouncer}`);
		await buildAll(log, testDocs);
		return pgbouncer ? { FEEDBACK_PGBOUNCER: pgbouncer } : {};
	} catch (error) {
		log(color.red((error as Error).message));
		return undefined;
	}
}

// No retries: a test that passes only on a second try fails.
async function runVitest(
	filters: readonly string[],
	environment: Record<string, string>,
): Promise<Tally> {
	const report = join(cacheFolder, `tests-${process.pid}.json`);
	mkdirSync(cacheFolder, { recursive: true });
	const args = [
		'run',
		// Vitest's default is one fewer than cores, but tests spend nearly half their time waiting for other processes.
		`--maxWorkers=${availableParallelism() + 2}`,
		`--tagsFilter=!${thoroughTag.name}`,
		'--reporter=default',
		'--reporter=json',
		`--outputFile.json=${report}`,
		...filters,
	];
	const { code } = await run('vitest', args, { live: true, environment });
	try {
		return readReport(report, code);
	} finally {
		rmSync(report, { force: true });
	}
}

function heading(text: string): void {
	log(`\n${color.bold(text)}`);
}
