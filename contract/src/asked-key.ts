import { matchAnswerKind, type QuestionOf } from './answer-kinds.ts';
import type { Question } from './question.ts';

/**
 * Returns equal keys for questions whose answers can be counted together: same ID, type, scale and options. The texts
 * and the order of options may differ, and short and long texts count together.
 *
 * @example
 * askedKey(rating) === askedKey({ ...rating, title: 'How easy was it?' }); // true
 * askedKey(rating) === askedKey({ ...rating, scale: 10 }); // false
 */
export function askedKey(question: Question): string {
	return JSON.stringify([question.id, ...describeAnswers(question)]);
}

function describeAnswers(question: Question): unknown[] {
	const byType = () => [question.type];
	return matchAnswerKind<unknown[]>(question, {
		score: (scored) => ('scale' in scored ? [scored.type, scored.scale] : [scored.type]),
		choice: describeChoices,
		choices: describeChoices,
		text: () => ['text'],
		picture: byType,
		yes_no: byType,
		none: byType,
	});
}

function describeChoices({
	type,
	options,
	other_label: other,
}: QuestionOf<'choice' | 'choices'>): unknown[] {
	return [type, options.map(({ value }) => value).sort(), other !== undefined];
}
