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
	switch (question.type) {
		case 'rating':
			return [question.type, question.scale];
		case 'single_choice':
		case 'multiple_choice': {
			const options = question.options.map(({ value }) => value).sort();
			return [question.type, options, question.other_label !== undefined];
		}
		case 'short_text':
		case 'long_text':
			return ['text'];
		case 'nps':
		case 'yes_no':
		case 'consent':
		case 'message':
			return [question.type];
	}
}
