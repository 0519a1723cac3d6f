import { appendFile } from 'node:fs/promises';

import { expect } from 'vitest';

import type { Statements } from '../../database/statement.ts';

/** Variable with the file in which each test file records the SQL functions that it called, one JSON object a line. */
export const callsVariable = 'FEEDBACK_TEST_CALLS';

/** A line of that file. */
export type Calls = { test: string; functions: string[] };

/** Records the calls in a test's database, where the setting `track_functions` is `all`. */
export async function recordCalls(sql: Statements): Promise<void> {
	const file = process.env[callsVariable];
	const test = expect.getState().testPath;
	if (file === undefined || test === undefined) return;
	const rows = await sql<{ name: string }[]>`
		select distinct schemaname || '.' || funcname as name from pg_stat_user_functions
		where schemaname in ('app', 'identity') order by 1`;
	const calls: Calls = { test, functions: rows.map(({ name }) => name) };
	await appendFile(file, `${JSON.stringify(calls)}\n`);
}
