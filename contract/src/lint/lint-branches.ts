import { matchAnswerKind, scoreRange } from '../answer-kinds.ts';
import { matchesAnswer } from '../answer.ts';
import type { Branch, Question } from '../question.ts';
import type { LintIssue } from './lint-issue.ts';
import { listPossibleAnswers } from './possible-answers.ts';

/** Branches that no answer takes, and questions that no path of answers reaches. */
export function lintBranches(questions: readonly Question[]): LintIssue[] {
	const found: LintIssue[] = [];
	const reached = new Set([0]);
	for (const at of questions.keys()) {
		const { issues, next } = lintQuestion(questions, at);
		found.push(...issues);
		if (reached.has(at)) for (const target of next) reached.add(target);
	}
	const unreached = questions.flatMap((_, at) => (reached.has(at) ? [] : [at]));
	return [
		...found,
		...unreached.map((at): LintIssue => ({
			severity: 'error',
			path: ['questions', at],
			message: 'is never reached: earlier branches lead past it',
		})),
	];
}

function lintQuestion(questions: readonly Question[], at: number) {
	const question = questions[at]!;
	const branches = question.branches ?? [];
	const answers = listPossibleAnswers(question);
	const taken = answers.flatMap((answer) => listTaken(branches, answer));
	const issues = branches.flatMap(({ when }, index): LintIssue[] => {
		const path = ['questions', at, 'branches', index];
		// Its answers are those of another prompt.
		if ('prompt' in when) return [];
		const unknown = findUnknownValues(question, when);
		if (unknown.length > 0) {
			return unknown.map(({ place, value }) => ({
				severity: 'error',
				path: [...path, 'when', ...place],
				message: `no answer to "${question.id}" is ${JSON.stringify(value)}; ${describeAnswers(question)}`,
			}));
		}
		if (taken.includes(index)) return [];
		const message = answers.some((answer) => matchesAnswer(when, answer))
			? 'is never taken: an earlier branch takes the same answers'
			: `is never taken: no answer to "${question.id}" matches it`;
		return [{ severity: 'warning', path, message }];
	});
	const next = taken.map((index) => {
		const go = branches[index]?.go;
		if (go === undefined) return at + 1;
		return go === 'end' ? questions.length : questions.findIndex(({ id }) => id === go);
	});
	return { issues, next };
}

/** The branches that an answer may take; -1 for none. A condition on an earlier prompt may hold or not. */
function listTaken(branches: readonly Branch[], answer: Parameters<typeof matchesAnswer>[1]) {
	const first = branches.findIndex(
		({ when }) => !('prompt' in when) && matchesAnswer(when, answer),
	);
	const before = first < 0 ? branches : branches.slice(0, first);
	return [...before.flatMap(({ when }, at) => ('prompt' in when ? [at] : [])), first];
}

/**
 * Values that a condition compares the answer to a question with, although no answer contains them.
 *
 * @example
 * findUnknownValues(nps, { op: 'is', value: 11 }); // [{ value: 11, place: ['value'] }]
 */
export function findUnknownValues(
	question: Question,
	when: { op: string; value?: unknown },
): { value: unknown; place: (string | number)[] }[] {
	if (!('value' in when)) return [];
	const isList = Array.isArray(when.value);
	const values = isList ? (when.value as unknown[]) : [when.value];
	return values.flatMap((value, index) =>
		isKnown(question, when.op, value)
			? []
			: [{ value, place: isList ? ['value', index] : ['value'] }],
	);
}

function isKnown(question: Question, op: string, value: unknown): boolean {
	return matchAnswerKind(question, {
		score(scored) {
			const { from, to } = scoreRange(scored);
			if (typeof value !== 'number' || op === 'contains') return false;
			const isWhole = Number.isInteger(value) || op === 'at_least' || op === 'at_most';
			return isWhole && value >= from && value <= to;
		},
		choice: ({ options }) => op !== 'contains' && options.some((option) => option.value === value),
		choices: ({ options }) => options.some((option) => option.value === value),
		yes_no: () => op !== 'contains' && typeof value === 'boolean',
		text: () => typeof value === 'string',
		picture: () => false,
		none: () => typeof value === 'boolean',
	});
}

/** Describes the possible answers to a question. */
export function describeAnswers(question: Question): string {
	return matchAnswerKind(question, {
		score(scored) {
			const { from, to } = scoreRange(scored);
			return `answers are from ${from} to ${to}`;
		},
		choice: ({ options }) => listOptions(options),
		choices: ({ options }) => listOptions(options),
		yes_no: () => 'answers are true and false',
		text: () => 'answers are texts',
		picture: () => 'answers are pictures, so use answered or skipped',
		none: () => 'it has no answers',
	});
}

function listOptions(options: { value: string }[]): string {
	return `options are ${options.map(({ value }) => value).join(', ')}`;
}
