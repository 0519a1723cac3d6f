import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { routes } from '@feedback/contract';

import { root } from '../../server/layout/tree.ts';
import { operationVariable } from '../../testing/thorough.ts';
import { guards } from './guards.ts';
import { type KnownTests, mayNotice } from './known-tests.ts';
import { expand, type ListedMutant } from './list-mutants.ts';
import { type LoadedMutant, mutantVariable } from './loaded-mutant.ts';
import { apply, insideOf } from './mutant.ts';
import { changeTemplates } from './mutated-databases.ts';
import { folder, type Outcome, readWatched } from './outcomes.ts';
import { functionOf, statementsOf } from './sql-mutants.ts';
import type { Ended, TestSession } from './test-session.ts';
import { watchOf } from './watched-conditions.ts';

type Result = Pick<Outcome, 'outcome' | 'tests'>;

/** Each process has a separate file, because a mutant can be tried beside a longer run. */
const loaded = join(folder, `mutant-${process.pid}.json`);
/** A mutant may wait for ever. */
const mostSeconds = 240;
/**
 * Milliseconds that the test files of one mutant take together at most, when nothing else runs. Those of routes take
 * less than they are known for, since they try only one.
 */
const mostMs = 45_000;

/** Test files that killed mutants of a file, with how many: they are tried first for its next one. */
export type Killers = Map<string, Map<string, number>>;

export type Trial = { known: KnownTests; killers: Killers };

export async function tryMutant(
	mutant: ListedMutant,
	session: TestSession,
	{ known, killers }: Trial,
): Promise<Result> {
	const ofFile = killers.get(mutant.file) ?? new Map<string, number>();
	killers.set(mutant.file, ofFile);
	const { first, others } = testsOf(mutant, known);
	const tests = chooseTests(
		[...first, ...others],
		(test) => {
			// What killed another mutant of the file, then what is meant to, then what is fast.
			return [-(ofFile.get(test) ?? 0), Number(!first.includes(test)), known.get(test)!.ms];
		},
		{ known, most: mutant.mutate === 'routes' ? Infinity : mostMs },
	);
	const result = await withMutant(mutant, session, () => runTests(session, tests));
	if (result.outcome === 'killed') {
		for (const test of result.tests) ofFile.set(test, (ofFile.get(test) ?? 0) + 1);
	}
	return result;
}

/** The first test files by rank, as many as there is time for. */
function chooseTests(
	tests: readonly string[],
	rankOf: (test: string) => readonly number[],
	{ known, most }: { known: KnownTests; most: number },
): string[] {
	const ranked = tests
		.filter((test) => known.get(test)?.passes)
		.map((test) => ({ test, rank: rankOf(test) }))
		.sort((a, b) => {
			const at = a.rank.findIndex((part, index) => part !== b.rank[index]);
			return at < 0 ? 0 : a.rank[at]! - b.rank[at]!;
		});
	let left = most;
	return ranked.flatMap(({ test }) => {
		left -= known.get(test)!.ms;
		return left + known.get(test)!.ms > 0 ? [test] : [];
	});
}

/** The test files that may notice it: those that are meant to, and the others. */
function testsOf(
	{ group, mutate, source, ...mutant }: ListedMutant,
	known: KnownTests,
): { first: string[]; others: string[] } {
	const meant = expand(guards[group]!.tests);
	if (mutate !== 'sql') {
		const first = meant.filter((test) => {
			const one = known.get(test);
			return one !== undefined && mayNotice(one, mutant);
		});
		return { first: mutate === 'routes' ? meant : first, others: [] };
	}
	const called = functionOf(statementsOf(source, mutant).original)!;
	const watch = watchOf(mutant, source);
	const isWatched = readWatched().has(watch);
	const calling = [...known].filter(([, test]) =>
		test.functions.has(isWatched && test.isWatched ? watch : called),
	);
	const [first, others] = [true, false].map((isMeant) =>
		calling.map(([test]) => test).filter((test) => meant.includes(test) === isMeant),
	);
	return { first: first!, others: others! };
}

async function withMutant(
	mutant: ListedMutant,
	session: TestSession,
	run: () => Promise<Result>,
): Promise<Result> {
	const { mutate, source, file } = mutant;
	if (mutate === 'sql') {
		const { mutated, original } = statementsOf(source, mutant);
		const clusters = session.clusters();
		try {
			if (!(await changeTemplates(clusters, mutated))) return { outcome: 'invalid', tests: [] };
			return await run();
		} finally {
			await changeTemplates(clusters, original);
		}
	}
	const content: LoadedMutant = {
		url: pathToFileURL(join(root, file)).href,
		source: apply(source, mutant),
	};
	writeFileSync(loaded, JSON.stringify(content));
	process.env[mutantVariable] = loaded;
	const operation = insideOf(mutant);
	// What several routes share is tried with all.
	if (mutate === 'routes' && operation in routes) process.env[operationVariable] = operation;
	return run().finally(() => {
		rmSync(loaded);
		delete process.env[operationVariable];
	});
}

/** Runs the most promising tests alone, then more and more at once. */
async function runTests(session: TestSession, tests: readonly string[]): Promise<Result> {
	const queue = [...tests];
	for (let size = 2; queue.length > 0; size *= 2) {
		const some = queue.splice(0, size);
		const ended = await session.run(some, { bail: true, seconds: mostSeconds });
		// It made the tests wait for ever.
		if (!ended) return { outcome: 'killed', tests: some };
		const of = (state: Ended['state']) =>
			ended.filter((one) => one.state === state).map(({ test }) => test);
		const failed = of('failed');
		if (failed.length > 0) return { outcome: 'killed', tests: failed };
		const late = of('late');
		if (late.length === 0) continue;
		// The machine may have been busy.
		const again = await session.run(late, { bail: true, seconds: mostSeconds });
		if (!again || again.some(({ state }) => state === 'failed' || state === 'late')) {
			return { outcome: 'killed', tests: late };
		}
		queue.unshift(...of('skipped'));
	}
	return { outcome: 'survived', tests: [...tests] };
}
