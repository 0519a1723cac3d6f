import { matchAnswerKind, scoreRange, takesAnswer } from '../answer-kinds.ts';
import type { Answers } from '../answer.ts';
import type { Question } from '../question.ts';

type Answer = Answers[string] | undefined;

/** Pairs of more options than this are not listed: single choices and all of them together remain. */
const mostPaired = 20;

/**
 * Answers to a question that its branches can distinguish: all of them where they can be listed, and of texts those
 * that a branch names and one that none names. `undefined` is a skipped question.
 *
 * @example
 * listPossibleAnswers(yesNo); // [undefined, true, false]
 */
export function listPossibleAnswers(question: Question): Answer[] {
	const given = matchAnswerKind<Answer[]>(question, {
		score(scored) {
			const { from, to } = scoreRange(scored);
			return Array.from({ length: to - from + 1 }, (_, at) => from + at);
		},
		choice: ({ options, other_label: other }) => [
			...options.map(({ value }) => value),
			...(other === undefined ? [] : [{ other: 'x' }]),
		],
		choices({ options, other_label: other, max_choices: most = Infinity }) {
			const single = [
				...options.map(({ value }) => value),
				...(other === undefined ? [] : [{ other: 'x' }]),
			];
			const shared = options.filter(({ exclusive }) => !exclusive).map(({ value }) => value);
			const pairs =
				shared.length > mostPaired
					? [shared]
					: shared.flatMap((one, at) => shared.slice(at + 1).map((second) => [one, second]));
			return [...single.map((one) => [one]), ...(most > 1 ? pairs : [])];
		},
		yes_no: () => [true, false],
		text: () => [...listNamedTexts(question), '\u{f8ff}'],
		picture: () => ['picture'],
		none: () => [true],
	});
	return question.required && takesAnswer(question) ? given : [undefined, ...given];
}

function listNamedTexts({ branches = [] }: Question): string[] {
	return branches.flatMap(({ when }) => {
		if (!('value' in when) || 'prompt' in when) return [];
		const values: unknown[] = Array.isArray(when.value) ? when.value : [when.value];
		return values.filter((value) => typeof value === 'string');
	});
}
