import type { Question } from '@feedback/contract';

type QuestionType = Question['type'];
type ResultKind = 'counts' | 'texts' | 'none';

/** How results show the answers to each type of question: counted by value, as texts to read, or not at all. */
export const resultKinds = {
	rating: 'counts',
	nps: 'counts',
	single_choice: 'counts',
	multiple_choice: 'counts',
	short_text: 'texts',
	long_text: 'texts',
	yes_no: 'counts',
	consent: 'counts',
	message: 'none',
} as const satisfies Record<QuestionType, ResultKind>;

/**
 * The question types whose answers are shown in this way.
 *
 * @example
 * typesOf('texts'); // ['short_text', 'long_text']
 */
export function typesOf(kind: ResultKind): QuestionType[] {
	const types = Object.keys(resultKinds) as QuestionType[];
	return types.filter((type) => resultKinds[type] === kind);
}
