// `npm test`: everything a newcomer needs to trust the tree. Ends with one line, `N passed, N failed`.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import color from 'picocolors';

import { buildAll } from './build.ts';
import { type Tally, runChecks } from './check.ts';
import { listChecks } from './checks.ts';
import { ensureChromium, ensureShell } from '../testing/chromium.ts';
import { ensurePgbouncer } from '../testing/pgbouncer.ts';
import { readReport } from './report.ts';
import { run } from '../testing/run.ts';
import { useTemporaryFolder } from './temporary-folder.ts';
import { root } from './tree.ts';

const log = (line: string) => console.log(line);

if (import.meta.main) {
	useTemporaryFolder();
	const tally = await testAll(process.argv.slice(2));
	log(`\n${tally.passed} passed, ${tally.failed} failed`);
	process.exitCode = tally.failed > 0 ? 1 : 0;
}

async function testAll(filters: readonly string[]): Promise<Tally> {
	heading('Tools and builds');
	const ready = await prepare();
	if (!ready) return { passed: 0, failed: 1 };
	heading('Checks');
	const checks = await runChecks(filters.length > 0 ? [] : listChecks(), log);
	heading('Tests');
	const tests = await runVitest(filters, ready);
	return { passed: checks.passed + tests.passed, failed: checks.failed + tests.failed };
}

// Without a browser or a build most tests would fail for a reason that is not theirs.
async function prepare(): Promise<Record<string, string> | undefined> {
	try {
		const chromium = await ensureChromium(log);
		log(`Browser: ${chromium}`);
		log(`Browser of the dashboard's and the SDK's tests: ${await ensureShell(log)}`);
		const pgbouncer = await ensurePgbouncer(log);
		if (pgbouncer) log(`Pooler: ${pgbouncer}`);
		await buildAll(log);
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
	const folder = join(root, 'node_modules/.cache/feedback');
	const report = join(folder, `tests-${process.pid}.json`);
	mkdirSync(folder, { recursive: true });
	const reporters = ['default', 'json'].map(
		(name) => `--reporter=${name}`,
	);
	// One fewer than cores is the default; nearly half of the time a test waits for a browser or a process.
	const workers = `--maxWorkers=${availableParallelism() + 1}`;
	const file = `--outputFile.json=${report}`;
	const { code } = await run('vitest', ['run', workers, ...reporters, file, ...filters], {
		live: true,
		environment,
	});
	try {
		return readReport(report, code);
	} finally {
		rmSync(report, { force: true });
	}
}

function heading(text: string): void {
	log(`\n${color.bold(text)}`);
}
