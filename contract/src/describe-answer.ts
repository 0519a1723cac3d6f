import { scoreRange, type QuestionOf } from './answer-kinds.ts';
import { isSkipped, type Answers } from './answer.ts';
import type { Question } from './question.ts';

/** An answer to render. Visitor input is text, never markup. */
export type AnswerText =
	| { kind: 'score'; value: number; from: number; to: number }
	| { kind: 'choices'; labels: string[] }
	| { kind: 'text'; text: string }
	/** `id`: the ID of the stored picture. */
	| { kind: 'picture'; id: string }
	| { kind: 'skipped' };

/**
 * An answer as plain text; undefined if the question was skipped.
 *
 * @example
 * writeAnswer({ kind: 'score', value: 4, from: 1, to: 5 }); // '4 of 5'
 */
export function writeAnswer(answer: AnswerText): string | undefined {
	switch (answer.kind) {
		case 'score':
			return `${answer.value} of ${answer.to}`;
		case 'choices':
			return answer.labels.join(', ');
		case 'text':
			return answer.text;
		case 'picture':
			return 'A picture of the page';
		case 'skipped':
			return undefined;
	}
}

type Describers = {
	[Type in Question['type']]: (
		question: Extract<Question, { type: Type }>,
		answer: unknown,
	) => AnswerText;
};

const describers: Describers = {
	rating: describeScore,
	nps: describeScore,
	single_choice: describeChoices,
	multiple_choice: describeChoices,
	yes_no: ({ yes_label = 'Yes', no_label = 'No' }, answer) =>
		describeBoolean(answer, yes_label, no_label),
	short_text: (_, answer) => describeValue(answer),
	long_text: (_, answer) => describeValue(answer),
	consent: (_, answer) => describeBoolean(answer, 'Agreed', 'Did not agree'),
	message: (_, answer) => describeBoolean(answer, 'Pressed the button', 'Did not press the button'),
	screenshot: (_, answer) =>
		typeof answer === 'string' ? { kind: 'picture', id: answer } : describeValue(answer),
};

/**
 * Describes an answer with the labels of its question; with the raw values if the question is unknown.
 *
 * @example
 * describeAnswer(question, 4); // { kind: 'score', value: 4, from: 1, to: 5 }
 */
export function describeAnswer(question: Question | undefined, answer: unknown): AnswerText {
	if (isSkipped(answer as Answers[string] | undefined)) return { kind: 'skipped' };
	if (!question) return describeValue(answer);
	// The table pairs each type with its question, which TypeScript cannot infer from an index.
	const describe = describers[question.type] as (of: Question, given: unknown) => AnswerText;
	return describe(question, answer);
}

function describeScore(question: QuestionOf<'score'>, answer: unknown): AnswerText {
	return typeof answer === 'number'
		? { kind: 'score', value: answer, ...scoreRange(question) }
		: describeValue(answer);
}

function describeBoolean(answer: unknown, yes: string, no: string): AnswerText {
	return typeof answer === 'boolean'
		? { kind: 'choices', labels: [answer ? yes : no] }
		: describeValue(answer);
}

function describeChoices(
	{ options, other_label: other }: QuestionOf<'choice' | 'choices'>,
	answer: unknown,
): AnswerText {
	const choices: unknown[] = Array.isArray(answer) ? answer : [answer];
	return {
		kind: 'choices',
		labels: choices.map(
			(choice) => options.find(({ value }) => value === choice)?.label ?? nameChoice(choice, other),
		),
	};
}

/** An answer without its question, or of another type than the question's. */
function describeValue(answer: unknown): AnswerText {
	if (typeof answer === 'boolean') return describeBoolean(answer, 'Yes', 'No');
	if (Array.isArray(answer)) {
		return { kind: 'choices', labels: answer.map((choice) => nameChoice(choice)) };
	}
	if (typeof answer === 'object') return { kind: 'choices', labels: [nameChoice(answer)] };
	return { kind: 'text', text: String(answer) };
}

function nameChoice(choice: unknown, otherLabel = 'Other'): string {
	return typeof choice === 'object' && choice !== null && 'other' in choice
		? `${otherLabel}: ${String(choice.other)}`
		: String(choice);
}
