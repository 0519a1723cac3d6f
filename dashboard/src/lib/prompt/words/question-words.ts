import type { Branch, Question } from '@feedback/contract';

import { quote } from '#lib/ui/visible-text.ts';

import { sayValue } from './rule-words.ts';

/** A question in words, one line for each thing that can be set. */
export function sayQuestion(question: Question): string[] {
	return [
		`Asks ${quote(question.title)}`,
		...(question.help ? [`Helps with ${quote(question.help)}`] : []),
		...sayKind(question),
		question.required ? 'Has to be answered.' : 'May be skipped.',
		...(question.branches ?? []).map(sayBranch),
	];
}

function sayKind(question: Question): string[] {
	switch (question.type) {
		case 'rating':
			return [
				`A rating from 1 to ${question.scale}, drawn as ${question.style}.`,
				...ends(question),
			];
		case 'nps':
			return ['A recommendation score from 0 to 10.', ...ends(question)];
		case 'single_choice':
			return ['One choice out of a list.', ...choices(question)];
		case 'multiple_choice':
			return [sayHowMany(question), ...choices(question)];
		case 'short_text': {
			const form = question.format ? `, which must be ${article[question.format]}` : '';
			return [`A line of text${form}, ${most(question)}.`, ...placeholder(question)];
		}
		case 'long_text':
			return [`A longer text, ${most(question)}.`, ...placeholder(question)];
		case 'yes_no':
			return [
				`Yes or no, as ${quote(question.yes_label ?? 'Yes')} and ${quote(question.no_label ?? 'No')}.`,
			];
		case 'consent':
			return [`A box to tick: ${quote(question.label)}`];
		case 'message':
			return sayMessage(question);
	}
}

const article = { email: 'an e-mail address', url: 'a web address' };

function sayMessage({ text, button }: Extract<Question, { type: 'message' }>): string[] {
	const leads = button?.url ? ` that leads to ${quote(button.url)}` : '';
	return [
		'A message without a question.',
		...(text ? [`Says ${quote(text)}`] : []),
		...(button ? [`Has a button ${quote(button.label)}${leads}`] : []),
	];
}

type Choice = Extract<Question, { type: 'single_choice' | 'multiple_choice' }>;

function sayHowMany(question: Extract<Question, { type: 'multiple_choice' }>): string {
	const { min_choices: least, max_choices: most } = question;
	const bounds = [
		...(least === undefined ? [] : [`at least ${least}`]),
		...(most === undefined ? [] : [`at most ${most}`]),
	];
	return `Several choices out of a list${bounds.length > 0 ? `, ${bounds.join(' and ')}` : ''}.`;
}

function choices({ options, other_label: other, randomize }: Choice): string[] {
	const list = options.map(({ value, label, exclusive }) => {
		const alone = exclusive ? ', clears the others' : '';
		return `${quote(label)} (kept as ${value}${alone})`;
	});
	return [
		`Offers ${list.join(', ')}.`,
		...(other ? [`Offers a text of one’s own as ${quote(other)}.`] : []),
		randomize ? 'In random order.' : 'In this order.',
	];
}

function ends({ low_label: low, high_label: high }: { low_label?: string; high_label?: string }) {
	return [
		...(low ? [`The low end says ${quote(low)}.`] : []),
		...(high ? [`The high end says ${quote(high)}.`] : []),
	];
}

function most({ max_length }: { max_length: number }): string {
	return `at most ${max_length} characters`;
}

function placeholder({ placeholder }: { placeholder?: string }): string[] {
	return placeholder ? [`The empty field says ${quote(placeholder)}.`] : [];
}

function sayBranch({ when, go }: Branch): string {
	const where = go === 'end' ? 'the prompt ends' : `it goes on with ${quote(go)}`;
	return `When the answer ${sayAnswer(when)}, ${where}.`;
}

function sayAnswer(when: Branch['when']): string {
	switch (when.op) {
		case 'answered':
			return 'is given';
		case 'skipped':
			return 'is skipped';
		case 'is':
			return `is ${sayValue(when.value)}`;
		case 'is_not':
			return `is not ${sayValue(when.value)}`;
		case 'contains':
			return `contains ${sayValue(when.value)}`;
		case 'at_least':
			return `is at least ${when.value}`;
		case 'at_most':
			return `is at most ${when.value}`;
		case 'one_of':
			return `is one of ${when.value.map(sayValue).join(', ')}`;
	}
}
