import { answerKinds } from '@feedback/contract';
import type { AnswerKind } from '@feedback/contract';

import type { QuestionContent } from '#lib/prompt/prompt-content.ts';

import { isChoice } from '../questions/change-questions.ts';

export type BranchContent = NonNullable<QuestionContent['branches']>[number];
export type When = BranchContent['when'];
/** A condition on the answer that the visitor just gave. */
export type OwnWhen = Exclude<When, { prompt: string }>;
/** A condition on an answer to an earlier prompt. */
export type EarlierWhen = Extract<When, { prompt: string }>;

export function isEarlier(when: When): when is EarlierWhen {
	return 'prompt' in when;
}
type Op = OwnWhen['op'] | EarlierWhen['op'];

/** The value to compare the answer with. */
export type ValueKind = 'nothing' | 'number' | 'choice' | 'choices' | 'boolean' | 'text';
export type AnswerTest = { op: Op; label: string; takes: ValueKind };

/** For the answers to a question of any type. */
export const anyAnswerTests: AnswerTest[] = [
	{ op: 'answered', label: 'is answered', takes: 'nothing' },
	{ op: 'skipped', label: 'is skipped', takes: 'nothing' },
];

/** The tests that make sense for each kind of answer. */
const testsByKind: Record<AnswerKind, AnswerTest[]> = {
	score: [
		{ op: 'at_most', label: 'is at most', takes: 'number' },
		{ op: 'at_least', label: 'is at least', takes: 'number' },
		{ op: 'is', label: 'is', takes: 'number' },
		{ op: 'is_not', label: 'is not', takes: 'number' },
		...anyAnswerTests,
	],
	choice: [
		{ op: 'is', label: 'is', takes: 'choice' },
		{ op: 'is_not', label: 'is not', takes: 'choice' },
		{ op: 'one_of', label: 'is one of', takes: 'choices' },
		...anyAnswerTests,
	],
	choices: [
		{ op: 'contains', label: 'includes', takes: 'choice' },
		{ op: 'one_of', label: 'includes any of', takes: 'choices' },
		{ op: 'is', label: 'is only', takes: 'choice' },
		...anyAnswerTests,
	],
	yes_no: [{ op: 'is', label: 'is', takes: 'boolean' }, ...anyAnswerTests],
	text: [{ op: 'contains', label: 'contains', takes: 'text' }, ...anyAnswerTests],
	picture: anyAnswerTests,
	none: anyAnswerTests,
};

/** The tests of the answers to a question; those of any answer without one. */
export function listTests(question: QuestionContent | undefined): AnswerTest[] {
	return question ? testsByKind[answerKinds[question.type]] : anyAnswerTests;
}

/** Lowest and highest answer of a numeric question. */
export function numberRange(question: QuestionContent): [low: number, high: number] {
	switch (question.type) {
		case 'rating':
			return [1, question.scale ?? 5];
		case 'nps':
			return [0, 10];
		case 'single_choice':
		case 'multiple_choice':
		case 'yes_no':
		case 'short_text':
		case 'long_text':
		case 'consent':
		case 'message':
		case 'screenshot':
			throw new TypeError(`A ${question.type} question has no numeric answer.`);
	}
}

/** A test of an answer, with a value that is a possible answer to the question. */
export function makeWhen(
	question: QuestionContent,
	{ op, takes }: AnswerTest,
	before?: When,
): OwnWhen {
	const value = before && 'value' in before ? before.value : undefined;
	return { op, ...(takes !== 'nothing' && { value: fit(question, takes, value) }) } as OwnWhen;
}

function fit(question: QuestionContent, takes: ValueKind, before: unknown): unknown {
	const values = isChoice(question) ? question.options.map((option) => option.value) : [];
	const first = (Array.isArray(before) ? before[0] : before) as unknown;
	switch (takes) {
		case 'number': {
			const [low, high] = numberRange(question);
			const isWithin = typeof first === 'number' && first >= low && first <= high;
			return isWithin ? first : Math.floor((low + high) / 2);
		}
		case 'choice':
			return values.includes(first as string) ? first : values[0];
		case 'choices':
			return values.includes(first as string) ? [first] : values.slice(0, 1);
		case 'boolean':
			return typeof first === 'boolean' ? first : true;
		case 'text':
			return typeof first === 'string' ? first : '';
		case 'nothing':
			return undefined;
	}
}
