import type { Question } from './question.ts';

export type QuestionType = Question['type'];

/**
 * What an answer is: a number on a scale, one choice or several, yes or no, a text, or the ID of a stored picture. `none`:
 * nothing is asked.
 */
export type AnswerKind = 'score' | 'choice' | 'choices' | 'yes_no' | 'text' | 'picture' | 'none';

/** The kind of the answers to each type of question. */
export const answerKinds = {
	rating: 'score',
	nps: 'score',
	single_choice: 'choice',
	multiple_choice: 'choices',
	short_text: 'text',
	long_text: 'text',
	yes_no: 'yes_no',
	consent: 'yes_no',
	message: 'none',
	screenshot: 'picture',
} as const satisfies Record<QuestionType, AnswerKind>;

type TypeOf<Kind extends AnswerKind> = {
	[Type in QuestionType]: (typeof answerKinds)[Type] extends Kind ? Type : never;
}[QuestionType];

/** A question whose answers are of a kind. */
export type QuestionOf<Kind extends AnswerKind> = Extract<Question, { type: TypeOf<Kind> }>;

/** The types of question whose answers are of one of these kinds. */
export function listTypes(...kinds: AnswerKind[]): QuestionType[] {
	const types = Object.keys(answerKinds) as QuestionType[];
	return types.filter((type) => kinds.includes(answerKinds[type]));
}

/**
 * Calls the function for the kind of a question's answers.
 *
 * @example
 * matchAnswerKind(question, { score: ({ title }) => title, … });
 */
export function matchAnswerKind<Result>(
	question: Question,
	cases: { [Kind in AnswerKind]: (question: QuestionOf<Kind>) => Result },
): Result {
	// `answerKinds` pairs each type with its case, which TypeScript cannot infer from an index.
	const run = cases[answerKinds[question.type]] as (question: Question) => Result;
	return run(question);
}

export function isScored(question: Question): question is QuestionOf<'score'> {
	return answerKinds[question.type] === 'score';
}

/** Whether a question takes an answer: a message does not. */
export function takesAnswer({ type }: { type: QuestionType }): boolean {
	return answerKinds[type] !== 'none';
}

/** Whether answers to a question mean something in words: a consent, a picture and a message have no such answers. */
export function hasWords({ type }: { type: QuestionType }): boolean {
	const kind = answerKinds[type];
	return kind !== 'none' && kind !== 'picture' && type !== 'consent';
}

const countedKinds: Record<AnswerKind, boolean> = {
	score: true,
	choice: true,
	choices: true,
	yes_no: true,
	text: false,
	picture: false,
	none: false,
};

/** Whether results count the answers to a question by their value. */
export function isCounted({ type }: { type: QuestionType }): boolean {
	return countedKinds[answerKinds[type]];
}

const ranges: {
	[Type in TypeOf<'score'>]: (question: Extract<Question, { type: Type }>) => {
		from: number;
		to: number;
	};
} = { rating: ({ scale }) => ({ from: 1, to: scale }), nps: () => ({ from: 0, to: 10 }) };

/** The lowest and the highest score. */
export function scoreRange(question: QuestionOf<'score'>): { from: number; to: number } {
	const range = ranges[question.type] as (question: Question) => { from: number; to: number };
	return range(question);
}
