import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { runChecks } from './check.ts';
import { readReport, readTally } from './report.ts';

let path: string;

beforeEach(() => {
	path = join(mkdtempSync(join(tmpdir(), 'feedback-report-')), 'report.json');
});

afterEach(() => {
	rmSync(join(path, '..'), { recursive: true });
});

function write(passed: number, failed: number, files: [string, number][]): void {
	const testResults = files.map(([status, tests]) => ({
		status,
		assertionResults: Array.from({ length: tests }, () => ({})),
	}));
	writeFileSync(
		path,
		JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults }),
	);
}

test('passed and failed tests are counted', () => {
	write(7, 2, [['failed', 9]]);
	expect(readReport(path, 1)).toEqual({ passed: 7, failed: 2 });
});

test('a file that failed before its first test is a failure', () => {
	write(7, 0, [
		['passed', 7],
		['failed', 0],
	]);
	expect(readReport(path, 1)).toEqual({ passed: 7, failed: 1 });
});

test('a run that fails with every test passed is a failure', () => {
	write(7, 0, [['passed', 7]]);
	expect(readReport(path, 1)).toEqual({ passed: 7, failed: 1 });
	expect(readReport(path, 0)).toEqual({ passed: 7, failed: 0 });
});

test('a run without a report is a failure', () => {
	expect(readReport(path, 0)).toEqual({ passed: 0, failed: 1 });
});

test('the checks are counted by their last line, and a crash is a failure', () => {
	expect(readTally('✓ lint 96.8 s\n\n23 passed, 2 failed\n')).toEqual({ passed: 23, failed: 2 });
	expect(readTally('Error: out of memory')).toEqual({ passed: 0, failed: 1 });
});

test('a check fails when it finds an issue or throws, and prints it', async () => {
	const lines: string[] = [];
	const checks = [
		{ name: 'good', run: async () => [] },
		{ name: 'bad', run: async () => ['line 1\nline 2'] },
		{ name: 'broken', run: () => Promise.reject(new Error('no such program')) },
	];
	expect(await runChecks(checks, (line) => lines.push(line))).toEqual({ passed: 1, failed: 2 });
	expect(lines.join('\n')).toContain('    line 1\n    line 2');
	expect(lines.join('\n')).toContain('    no such program');
});
