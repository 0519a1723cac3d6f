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
	{ type: 'rating', name: 'Rating', about: 'Numbers, stars or faces, 2 to 10 points' },
	{ type: 'nps', name: 'NPS', about: 'Likelihood to recommend, from 0 to 10' },
	{ type: 'single_choice', name: 'Single choice', about: 'One option from a list' },
	{
		type: 'multiple_choice',
		name: 'Multiple choice',
		about: 'Several options from a list',
	},
	{ type: 'yes_no', name: 'Yes or no', about: 'Two buttons' },
	{
		type: 'short_text',
		name: 'Short text',
		about: 'One line: text, an email address or a URL',
	},
	{ type: 'long_text', name: 'Long text', about: 'Several lines of text' },
	{ type: 'consent', name: 'Consent', about: 'One checkbox' },
	{ type: 'message', name: 'Message', about: 'Text and a button, no answer' },
];

export function findKind(type: QuestionType): Kind {
	return questionKinds.find((kind) => kind.type === type) ?? questionKinds[0]!;
}
