import type { QuestionContent } from '../prompt-content.ts';

export type QuestionType = QuestionContent['type'];

type Kind = {
	type: QuestionType;
	name: string;
	/** What it is good for. */
	about: string;
};

/** Every type of question, in the order in which they are offered. */
export const questionKinds: Kind[] = [
	{ type: 'rating', name: 'Rating', about: 'Numbers, stars or faces, 2 to 10 steps' },
	{ type: 'nps', name: 'Recommendation', about: 'NPS: how likely, from 0 to 10' },
	{ type: 'single_choice', name: 'Single choice', about: 'One of a list' },
	{
		type: 'multiple_choice',
		name: 'Multiple choice',
		about: 'Several of a list',
	},
	{ type: 'yes_no', name: 'Yes or no', about: 'Two buttons' },
	{
		type: 'short_text',
		name: 'Short text',
		about: 'A line, an e-mail or web address',
	},
	{ type: 'long_text', name: 'Long text', about: 'In their own words' },
	{ type: 'consent', name: 'Consent', about: 'A box to tick' },
	{ type: 'message', name: 'Message', about: 'Words and a button, no answer' },
];

export function findKind(type: QuestionType): Kind {
	return questionKinds.find((kind) => kind.type === type) ?? questionKinds[0]!;
}
