import type { QuestionType } from '@feedback/contract';

export type { QuestionType };

/** Every type of question, in the order in which they are offered. */
export const questionTypes = {
	rating: { name: 'Rating', about: 'Numbers, stars or faces, 2 to 10 points' },
	nps: { name: 'NPS', about: 'Likelihood to recommend, from 0 to 10' },
	single_choice: { name: 'Single choice', about: 'One option from a list' },
	multiple_choice: { name: 'Multiple choice', about: 'Several options from a list' },
	yes_no: { name: 'Yes or no', about: 'Two buttons' },
	short_text: { name: 'Short text', about: 'One line: text, an email address or a URL' },
	long_text: { name: 'Long text', about: 'Several lines of text' },
	consent: { name: 'Consent', about: 'One checkbox' },
	screenshot: { name: 'Screenshot', about: 'A picture of the page, if the visitor sends one' },
	message: { name: 'Message', about: 'Text and a button, no answer' },
} satisfies Record<QuestionType, { name: string; about: string }>;

export const questionTypeList = Object.keys(questionTypes) as QuestionType[];

export function isQuestionType(type: unknown): type is QuestionType {
	return typeof type === 'string' && Object.hasOwn(questionTypes, type);
}
