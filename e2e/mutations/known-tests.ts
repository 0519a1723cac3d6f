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

type KnownTest = {
	passes: boolean;
	ms: number;
	/** The SQL functions that it calls. */
	functions: Set<string>;
	/** What it executes of the modules with guards; undefined of a test without a database, which does not record it. */
	executed: Executed[] | undefined;
};

/** What is known about a test file, by its path in the tree. */
export type KnownTests = Map<string, KnownTest>;

const file = join(folder, 'tests.json');
const callsFile = join(folder, 'calls.jsonl');

/** The tests of a group, or also the others that may notice a mutant of it. */
export type Reach = 'own' | 'all';

/** Tests that may kill a mutant of SQL: those with a Postgres in the processes of Vitest. */
const ofSql = [
	'supabase/tests/**/*.test.ts',
	'supabase/functions/**/*.test.ts',
	'server/identity/*.test.ts',
];

/**
 * Runs the test files of groups once without a mutant, to know whether each passes, how long it takes, and which SQL
 * functions it calls. A test that fails anyway kills nothing.
 */
export async function learnTests(
	session: TestSession,
	groups: readonly string[],
	reach: Reach,
): Promise<KnownTests> {
	const tests = listTests(groups, reach);
	const known = readKnown();
	const missing = tests.filter((test) => !known.has(test));
	if (missing.length === 0) return known;
	console.log(`${missing.length} test files run once without a mutant.`);
	rmSync(callsFile, { force: true });
	process.env[callsVariable] = callsFile;
	// The servers start with the first test.
	await session.run(missing.slice(0, 1));
	for (const url of session.clusters()) await countCalls(url);
	const guarded = listGuardedModules();
	for (let at = 0; at < missing.length; at += 8) {
		for (const { test, state, ms } of await runOnce(session, missing.slice(at, at + 8))) {
			known.set(test, {
				passes: state === 'passed',
				ms,
				functions: new Set(),
				executed: undefined,
			});
			if (state === 'failed') console.log(`${test} fails without a mutant, and is left out.`);
		}
		for (const { test, functions, executed } of readLines<Calls>(callsFile)) {
			const one = known.get(test.slice(root.length + 1));
			if (!one) continue;
			for (const name of functions) one.functions.add(name);
			const parts = Object.entries(executed).filter(([module]) => guarded.has(module));
			(one.executed ??= []).push(Object.fromEntries(parts));
		}
		rmSync(callsFile, { force: true });
		// It takes long: a run that is cut off continues here.
		writeKnown(known);
	}
	delete process.env[callsVariable];
	return known;
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

function listGuardedModules(): Set<string> {
	const ofModules = Object.values(guards).filter(({ mutate }) => mutate === 'typescript');
	return new Set(expand(ofModules.flatMap(({ files }) => files)));
}

/** A test may fail once because the machine is busy. */
async function runOnce(session: TestSession, tests: readonly string[]): Promise<Ended[]> {
	const ended = (await session.run(tests)) ?? [];
	const failed = ended.filter(({ state }) => state === 'failed').map(({ test }) => test);
	const again = failed.length > 0 ? ((await session.run(failed)) ?? []) : [];
	return [...ended.filter(({ state }) => state !== 'failed'), ...again];
}

function listTests(groups: readonly string[], reach: Reach): string[] {
	return expand(
		groups.flatMap((group) => {
			const { mutate, tests } = guards[group]!;
			return mutate === 'sql' && reach === 'all' ? [...ofSql, ...tests] : tests;
		}),
	);
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
