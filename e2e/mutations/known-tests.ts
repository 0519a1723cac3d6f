import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import postgres from 'postgres';

import type { Executed } from '../../supabase/tests/open-coverage.ts';
import { type Calls, callsVariable } from '../../supabase/tests/record-calls.ts';
import { root } from '../../server/layout/tree.ts';
import { guards } from './guards.ts';
import { expand } from './list-mutants.ts';
import { folder, readLines } from './outcomes.ts';
import type { Ended, TestSession } from './test-session.ts';
import { restoreConditions, watchConditions } from './watch-databases.ts';

type KnownTest = {
	passes: boolean;
	ms: number;
	/** The SQL functions that it calls, and those that conditions call because they may notice a mutant. */
	functions: Set<string>;
	/** Whether it passed while conditions were watched; otherwise it may notice more of them. */
	isWatched: boolean;
	/** What it executes of the modules with guards; undefined of a test without a database, which does not record it. */
	executed: Executed[] | undefined;
};

/** What is known about a test file, by its path in the tree. */
export type KnownTests = Map<string, KnownTest>;

const file = join(folder, 'tests.json');
const callsFile = join(folder, 'calls.jsonl');
const guarded = new Set(
	expand(
		Object.values(guards)
			.filter(({ mutate }) => mutate === 'typescript')
			.flatMap(({ files }) => files),
	),
);

/** Tests that may notice a mutant of SQL: those with a Postgres in the processes of Vitest. */
const ofSql = [
	'supabase/tests/**/*.test.ts',
	'supabase/functions/**/*.test.ts',
	'server/identity/*.test.ts',
];

/**
 * Runs the test files that may notice mutants of a group once without a mutant, to know whether each passes, how long
 * it takes, which SQL functions it calls, and which of their conditions it tries. A test that fails anyway kills
 * nothing.
 */
export async function learnTests(session: TestSession, group: string): Promise<KnownTests> {
	const known = readKnown();
	const missing = listTests(group).filter((test) => !known.has(test));
	if (missing.length === 0) return known;
	console.log(`${missing.length} test files run once without a mutant.`);
	process.env[callsVariable] = callsFile;
	await startClusters(session);
	for (const url of session.clusters()) await countCalls(url);
	await watchConditions(session.clusters());
	const failed: string[] = [];
	for (const some of inBatches(missing)) {
		for (const one of await runAndRecord(session, some)) {
			if (one.passes) known.set(one.test, { ...one, isWatched: true });
			else failed.push(one.test);
		}
		// It takes long: a run that is cut off continues here.
		writeKnown(known);
	}
	// Such as tests that compare the catalog with a file.
	await restoreConditions(session.clusters());
	for (const some of inBatches(failed)) {
		for (const one of await runAndRecord(session, some)) {
			known.set(one.test, { ...one, isWatched: false });
			if (!one.passes) console.log(`${one.test} fails without a mutant, and is left out.`);
		}
		writeKnown(known);
	}
	delete process.env[callsVariable];
	return known;
}

/** Starts the Postgres servers of the tests, which happens with the first test that needs one. */
export async function startClusters(session: TestSession): Promise<void> {
	await session.run(['supabase/tests/ids.test.ts', 'server/identity/tables.test.ts']);
}

async function runAndRecord(
	session: TestSession,
	tests: readonly string[],
): Promise<(Omit<KnownTest, 'isWatched'> & { test: string })[]> {
	rmSync(callsFile, { force: true });
	const ended = await runOnce(session, tests);
	const calls = readLines<Calls>(callsFile);
	return ended.map(({ test, state, ms }) => {
		const own = calls.filter((one) => one.test === join(root, test));
		return {
			test,
			passes: state === 'passed',
			ms,
			functions: new Set(own.flatMap(({ functions }) => functions)),
			executed: own.length > 0 ? own.map(({ executed }) => ofGuards(executed)) : undefined,
		};
	});
}

function ofGuards(executed: Executed): Executed {
	return Object.fromEntries(Object.entries(executed).filter(([module]) => guarded.has(module)));
}

function* inBatches(tests: readonly string[]): Generator<readonly string[]> {
	for (let at = 0; at < tests.length; at += 8) yield tests.slice(at, at + 8);
}

/** Whether a test may notice a change at an offset of a module: it executes it, or nothing is known. */
export function mayNotice(
	{ executed }: Pick<KnownTest, 'executed'>,
	{ file: module, start }: { file: string; start: number },
): boolean {
	if (!executed) return true;
	return executed.some(({ [module]: parts = [] }) =>
		parts.some((from, at) => at % 2 === 0 && from <= start && start < parts[at + 1]!),
	);
}

/** A test may fail once because the machine is busy. */
async function runOnce(session: TestSession, tests: readonly string[]): Promise<Ended[]> {
	const ended = (await session.run(tests)) ?? [];
	const failed = ended.filter(({ state }) => state !== 'passed').map(({ test }) => test);
	const again = failed.length > 0 ? ((await session.run(failed)) ?? []) : [];
	return [...ended.filter(({ state }) => state === 'passed'), ...again];
}

function listTests(group: string): string[] {
	const { mutate, tests } = guards[group]!;
	return expand(mutate === 'sql' ? [...ofSql, ...tests] : tests);
}

function readKnown(): KnownTests {
	if (!existsSync(file)) return new Map();
	const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<
		string,
		Omit<KnownTest, 'functions'> & { functions: string[] }
	>;
	return new Map(
		Object.entries(kept).map(([test, one]) => [
			test,
			{ ...one, functions: new Set(one.functions) },
		]),
	);
}

function writeKnown(known: KnownTests): void {
	const kept = [...known].map(([test, one]) => [test, { ...one, functions: [...one.functions] }]);
	writeFileSync(file, JSON.stringify(Object.fromEntries(kept)));
}

async function countCalls(url: string): Promise<void> {
	const sql = postgres(url, { max: 1 });
	await sql`alter system set track_functions = 'all'`;
	await sql`select pg_reload_conf()`;
	await sql.end();
}
