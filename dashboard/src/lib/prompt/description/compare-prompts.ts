import { askedKey, takesAnswer } from '@feedback/contract';
import type { Experiment, Prompt } from '@feedback/contract';

import { listFacts } from './prompt-facts.ts';
import type { Fact } from './prompt-facts.ts';

/** The change of one fact: removed lines, added lines. */
export type Change = {
	key: string;
	about: string;
	kind: 'new' | 'gone' | 'changed';
	gone: string[];
	came: string[];
};

/**
 * Describes the difference between two prompts; empty only when they are the same.
 *
 * @example
 * comparePrompts(published, draft); // [{ about: 'Audience', kind: 'changed', gone: ['Everyone.'], … }]
 */
export function comparePrompts(before: Prompt, after: Prompt): Change[] {
	const [old, fresh] = [listFacts(before), listFacts(after)];
	const oldByKey = new Map(old.map((fact) => [fact.key, fact]));
	const freshKeys = new Set(fresh.map(({ key }) => key));
	const changes = fresh.flatMap((fact) => compareFacts(oldByKey.get(fact.key), fact));
	for (const id of listSplitQuestions(before, after)) {
		const change = changes.find(({ key }) => key === `question ${id}`);
		change?.came.push('Results start over: earlier answers are shown separately.');
	}
	const moves = describeMoves(before.experiment, after.experiment);
	if (moves) {
		const change = changes.find(({ key }) => key === 'Experiment' || key.startsWith('variant '));
		change?.came.push(moves);
	}
	const removed = old.filter(({ key }) => !freshKeys.has(key));
	return [
		...changes,
		...removed.map(({ key, about, lines }) => ({
			key,
			about,
			kind: 'gone' as const,
			gone: lines,
			came: [],
		})),
	];
}

function listSplitQuestions(before: Prompt, after: Prompt): string[] {
	const old = new Map(before.questions.map((question) => [question.id, question]));
	return after.questions
		.filter((question) => {
			const earlier = old.get(question.id);
			return earlier && takesAnswer(earlier) && askedKey(earlier) !== askedKey(question);
		})
		.map(({ id }) => id);
}

/** Describes who gets another variant than before. */
function describeMoves(before?: Experiment, after?: Experiment): string | undefined {
	if (!before || !after) return undefined;
	if (before.key !== after.key) return 'The new key assigns everyone again.';
	const [old, fresh] = [before, after].map((experiment) => JSON.stringify(listParts(experiment)));
	return old === fresh ? undefined : 'Some people move to another variant.';
}

/** The variants that people get, each with the share of people up to it. */
function listParts({ variants }: Experiment): [string, number][] {
	const total = variants.reduce((sum, { weight }) => sum + weight, 0);
	let until = 0;
	return variants
		.filter(({ weight }) => weight > 0)
		.map(({ key, weight }) => [key, (until += weight) / total]);
}

function compareFacts(before: Fact | undefined, { key, about, lines }: Fact): Change[] {
	if (!before) return [{ key, about, kind: 'new', gone: [], came: lines }];
	if (before.lines.join('\n') === lines.join('\n')) return [];
	const gone = without(before.lines, lines);
	const came = without(lines, before.lines);
	// Only the order changed: show both orders.
	const reordered = gone.length === 0 && came.length === 0;
	return [
		{
			key,
			about,
			kind: 'changed' as const,
			gone: reordered ? before.lines : gone,
			came: reordered ? lines : came,
		},
	];
}

function without(lines: string[], others: string[]): string[] {
	const left = [...others];
	return lines.filter((line) => {
		const at = left.indexOf(line);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}
