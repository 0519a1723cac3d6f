import type { Question } from '@feedback/contract';

export type QuestionType = Question['type'];

/** Every type of question, in the order in which they are offered. */
export const questionTypes = {
	rating: { name: 'Rating', about: 'Numbers, stars or faces, 2 to 10 points', isAnswered: true },
	nps: { name: 'NPS', about: 'Likelihood to recommend, from 0 to 10', isAnswered: true },
	single_choice: { name: 'Single choice', about: 'One option from a list', isAnswered: true },
	multiple_choice: {
		name: 'Multiple choice',
		about: 'Several options from a list',
		isAnswered: true,
	},
	yes_no: { name: 'Yes or no', about: 'Two buttons', isAnswered: true },
	short_text: {
		name: 'Short text',
		about: 'One line: text, an email address or a URL',
		isAnswered: true,
	},
	long_text: { name: 'Long text', about: 'Several lines of text', isAnswered: true },
	consent: { name: 'Consent', about: 'One checkbox', isAnswered: true },
	message: { name: 'Message', about: 'Text and a button, no answer', isAnswered: false },
} satisfies Record<QuestionType, { name: string; about: string; isAnswered: boolean }>;

export const questionTypeList = Object.keys(questionTypes) as QuestionType[];

export function isQuestionType(type: unknown): type is QuestionType {
	return typeof type === 'string' && Object.hasOwn(questionTypes, type);
}
