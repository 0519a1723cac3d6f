import type { QuestionContent } from '#lib/prompt/prompt-content.ts';
import { visibleText } from '#lib/text/visible-text.ts';

import { isEarlier, listTests } from '../branching/answer-tests.ts';
import type { BranchContent, EarlierWhen } from '../branching/answer-tests.ts';
import { splitBranches } from '../branching/otherwise.ts';
import { findOperator } from '../condition/operators.ts';

/** A way from one question to a later one, or to the end. */
export type Exit = {
	from: number;
	/** Index of the question; the number of questions for the end. */
	to: number;
	/** The answers that take it; empty for all of them. */
	label: string;
};

/**
 * Lists where each answer leads. Branches with the same target are one exit.
 *
 * @example
 * listExits([nps, why]); // [{ from: 0, to: 1, label: 'at most 6' }, { from: 0, to: 2, label: 'otherwise' }, …]
 */
export function listExits(questions: readonly QuestionContent[]): Exit[] {
	const find = (id: string, from: number) => {
		if (id === 'end') return questions.length;
		// A branch leads only to a later question; the list of problems names others.
		const to = questions.findIndex((question, at) => question.id === id && at > from);
		return to < 0 ? undefined : to;
	};
	return questions.flatMap((question, from) => {
		const { conditional, otherwise } = splitBranches(question.branches ?? []);
		const ways = new Map<number, string[]>();
		for (const branch of conditional) {
			const to = find(branch.go, from);
			if (to === undefined) continue;
			ways.set(to, [...(ways.get(to) ?? []), describeWhen(question, branch.when)]);
		}
		const rest = otherwise === undefined ? from + 1 : (find(otherwise, from) ?? from + 1);
		ways.set(rest, [...(ways.get(rest) ?? []), ...(ways.size > 0 ? ['otherwise'] : [])]);
		return [...ways].map(([to, labels]) => ({ from, to, label: labels.join(' or ') }));
	});
}

function describeWhen(question: QuestionContent, when: BranchContent['when']): string {
	if (isEarlier(when)) return describeEarlier(when);
	const { label = when.op } = listTests(question).find(({ op }) => op === when.op) ?? {};
	const values = 'value' in when ? [when.value].flat() : [];
	const named = values.map((value) => nameValue(question, value)).join(', ');
	return `${label} ${named}`.trim().replace(/^is (?!not |only )/, '');
}

/** Its question may not be known here, so its values are shown as they are stored. */
function describeEarlier(when: EarlierWhen): string {
	const words = when.op === 'answered' ? 'answered' : (findOperator(when.op)?.words ?? when.op);
	const values = 'value' in when ? [when.value].flat().map(String) : [];
	const test = `${words} ${values.join(', ')}`.trim().replace(/^is (?!not )/, '');
	return visibleText(`${when.prompt}, ${when.answer}: ${test}`);
}

function nameValue(question: QuestionContent, value: unknown): string {
	if (value === true) return 'Yes';
	if (value === false) return 'No';
	const options = 'options' in question ? question.options : [];
	return visibleText(options.find((option) => option.value === value)?.label ?? String(value));
}
