import type { TestModule, TestSpecification } from 'vitest/node';
import { createVitest, type Vitest } from 'vitest/node';

import { root } from '../../server/layout/tree.ts';

/** How a test file ended, by its path in the tree. `late`: it failed because something took too long. */
export type Ended = { test: string; state: 'passed' | 'failed' | 'late' | 'skipped'; ms: number };

/** One Vitest, with its databases, for many runs of a few test files. */
export type TestSession = {
	/** URLs of the Postgres servers of the tests, once a first test has run. */
	clusters(): string[];
	/** Runs test files; with `bail`, until the first test fails. Undefined if that took too long. */
	run(
		tests: readonly string[],
		options?: { bail?: boolean; seconds?: number },
	): Promise<Ended[] | undefined>;
	/** Whether a run did not end: only another session can go on. */
	isStuck(): boolean;
	close(): Promise<void>;
};

/** @param workers how many test files run at once; by default, as many as usual */
export async function openTestSession(workers?: number): Promise<TestSession> {
	let ended: Ended[] = [];
	let isStuck = false;
	const vitest = await createVitest('test', {
		root,
		watch: false,
		project: ['database', 'server', 'contract'],
		...(workers !== undefined && { maxWorkers: workers }),
		reporters: [
			{
				onTestModuleEnd(module) {
					ended.push(describe(module));
				},
			},
		],
	});
	const found = new Map<string, TestSpecification[]>();
	const find = async (test: string) => {
		const known = found.get(test);
		if (known) return known;
		const specifications = (await vitest.globTestSpecifications([test])).filter(
			({ moduleId }) => moduleId === `${root}/${test}`,
		);
		found.set(test, specifications);
		return specifications;
	};
	const setBail = (bail: number) => {
		vitest.config.bail = bail;
		for (const project of vitest.projects) project.config.bail = bail;
	};
	return {
		clusters: () =>
			vitest.projects.flatMap((project) => project.getProvidedContext().cluster ?? []),
		async run(tests, { bail = false, seconds = 600 } = {}) {
			const specifications = (await Promise.all(tests.map(find))).flat();
			forget(vitest);
			setBail(bail ? 1 : 0);
			ended = [];
			const running = vitest.runTestSpecifications(specifications, false).then(() => true);
			if (await within(running, seconds)) return ended;
			isStuck = true;
			await within(vitest.cancelCurrentRun('keyboard-input'), 20);
			return undefined;
		},
		isStuck: () => isStuck,
		close: async () => {
			await within(vitest.close(), 30);
		},
	};
}

// Failures of the run before would count towards `bail`.
function forget({ state }: Vitest): void {
	state.filesMap.clear();
	state.idMap.clear();
}

function describe(module: TestModule): Ended {
	return {
		test: module.moduleId.slice(root.length + 1),
		state: stateOf(module),
		ms: Math.round(module.diagnostic().duration),
	};
}

function stateOf(module: TestModule): Ended['state'] {
	const state = module.state();
	if (state === 'failed' || module.errors().length > 0)
		return errorsOf(module).some(({ message }) => /timed out/i.test(message)) ? 'late' : 'failed';
	// With `bail`, the other files end with the first failure.
	return state === 'passed' ? 'passed' : 'skipped';
}

function errorsOf(module: TestModule): { message: string }[] {
	const ofSuites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
	const ofTests = [...module.children.allTests()].flatMap((test) => test.result().errors ?? []);
	return [...module.errors(), ...ofSuites, ...ofTests];
}

async function within(work: Promise<unknown>, seconds: number): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<boolean>((resolve) => {
		timer = setTimeout(resolve, seconds * 1_000, false);
	});
	return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
