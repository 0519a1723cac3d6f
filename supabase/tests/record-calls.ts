import { appendFile } from 'node:fs/promises';

import { expect } from 'vitest';

import type { Statements } from '../../database/statement.ts';
import { type Executed, openCoverage } from './open-coverage.ts';

/** Variable with the file in which each test file records what it called, one JSON object a line. */
export const callsVariable = 'FEEDBACK_TEST_CALLS';

/** A line of that file. */
export type Calls = { test: string; functions: string[]; executed: Executed };

const coverage = process.env[callsVariable] === undefined ? undefined : await openCoverage();

/**
 * Records the calls of SQL functions in a test's database, where the setting `track_functions` is `all`, and what was
 * executed of our modules since the last call.
 */
export async function recordCalls(sql: Statements): Promise<void> {
	const file = process.env[callsVariable];
	const test = expect.getState().testPath;
	if (file === undefined || test === undefined) return;
	const rows = await sql<{ name: string }[]>`
		select distinct schemaname || '.' || funcname as name from pg_stat_user_functions
		where schemaname in ('app', 'identity', 'mutation') order by 1`;
	const executed = (await coverage?.take()) ?? {};
	const calls: Calls = { test, functions: rows.map(({ name }) => name), executed };
	await appendFile(file, `${JSON.stringify(calls)}\n`);
}
