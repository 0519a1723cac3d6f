import { existsSync, readFileSync } from 'node:fs';

import type { Tally } from './check.ts';

type Report = {
	numPassedTests: number;
	numFailedTests: number;
	testResults: { status: string; assertionResults: unknown[] }[];
};

/**
 * Counts the tests of Vitest's JSON report. A file that failed before its first test counts as one failure, and so
 * does a run that failed without a failed test, because of an error outside the tests or a crashed worker.
 */
export function readReport(path: string, exitCode: number): Tally {
	if (!existsSync(path)) return { passed: 0, failed: 1 };
	const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
	const broken = report.testResults.filter(
		(file) => file.status === 'failed' && file.assertionResults.length === 0,
	);
	const failed = report.numFailedTests + broken.length;
	return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** Reads the last line of `npm run check`. Output without it counts as one failure. */
export function readTally(output: string): Tally {
	const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
	return { passed: Number(passed ?? 0), failed: Number(failed ?? 1) };
}
