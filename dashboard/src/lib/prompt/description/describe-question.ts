import type { Branch, Question } from '@feedback/contract';

import { quote } from '#lib/text/visible-text.ts';

import { describePastAnswer, formatValue } from './describe-rule.ts';

/** Describes a question, one line for each setting. */
export function describeQuestion(question: Question): string[] {
	return [
		`Asks ${quote(question.title)}`,
		...(question.help ? [`Help text: ${quote(question.help)}`] : []),
		...describeType(question),
		question.required ? 'Required.' : 'Optional.',
		...(question.prefill_from ? [`Prefilled from ${quote(question.prefill_from)}.`] : []),
		...(question.trait ? [`Becomes the trait ${quote(question.trait)} of the account.`] : []),
		...describeBranches(question.branches ?? []),
	];
}

function describeType(question: Question): string[] {
	switch (question.type) {
		case 'rating':
			return [`Rating from 1 to ${question.scale}, shown as ${question.style}.`, ...ends(question)];
		case 'nps':
			return ['NPS, from 0 to 10.', ...ends(question)];
		case 'single_choice':
			return ['Single choice.', ...choices(question)];
		case 'multiple_choice':
			return [describeChoiceCount(question), ...choices(question)];
		case 'short_text': {
			const form = question.format ? `: ${formats[question.format]}` : '';
			return [`Short text${form}, ${most(question)}.`, ...placeholder(question)];
		}
		case 'long_text':
			return [`Long text, ${most(question)}.`, ...placeholder(question)];
		case 'yes_no':
			return [
				`Yes or no, labelled ${quote(question.yes_label ?? 'Yes')} and ${quote(question.no_label ?? 'No')}.`,
			];
		case 'consent':
			return [`Checkbox: ${quote(question.label)}`];
		case 'message':
			return describeMessage(question);
		case 'screenshot':
			return ['A picture of the page, which the visitor can take and black out.'];
	}
}

const formats = { email: 'an email address', url: 'a URL' };

function describeMessage({ text, button }: Extract<Question, { type: 'message' }>): string[] {
	const leads = button?.url ? ` , linking to ${quote(button.url)}` : '';
	return [
		'A message without a question.',
		...(text ? [`Text: ${quote(text)}`] : []),
		...(button ? [`Button ${quote(button.label)}${leads}`] : []),
	];
}

type Choice = Extract<Question, { type: 'single_choice' | 'multiple_choice' }>;

function describeChoiceCount(question: Extract<Question, { type: 'multiple_choice' }>): string {
	const { min_choices: least, max_choices: most } = question;
	const bounds = [
		...(least === undefined ? [] : [`at least ${least}`]),
		...(most === undefined ? [] : [`at most ${most}`]),
	];
	return `Multiple choice${bounds.length > 0 ? `, ${bounds.join(' and ')}` : ''}.`;
}

function choices({ options, other_label: other, randomize }: Choice): string[] {
	const list = options.map(({ value, label, exclusive }) => {
		const alone = exclusive ? ', exclusive' : '';
		return `${quote(label)} (${value}${alone})`;
	});
	return [
		`Options: ${list.join(', ')}.`,
		...(other ? [`“Other” field labelled ${quote(other)}.`] : []),
		randomize ? 'Random order.' : 'Fixed order.',
	];
}

function ends({ low_label: low, high_label: high }: { low_label?: string; high_label?: string }) {
	return [
		...(low ? [`Low-end label: ${quote(low)}.`] : []),
		...(high ? [`High-end label: ${quote(high)}.`] : []),
	];
}

function most({ max_length }: { max_length: number }): string {
	return `at most ${max_length} characters`;
}

function placeholder({ placeholder }: { placeholder?: string }): string[] {
	return placeholder ? [`Placeholder: ${quote(placeholder)}.`] : [];
}

// The last two branches together match every answer: see editor/branching/otherwise.ts.
function describeBranches(branches: Branch[]): string[] {
	const [first, second] = branches.slice(-2);
	const isEarlier = [first, second].some((branch) => branch && 'prompt' in branch.when);
	const ops = [first?.when.op, second?.when.op].toSorted().join();
	if (isEarlier || ops !== 'answered,skipped' || first?.go !== second?.go)
		return branches.map(describeBranch);
	const rest = branches.slice(0, -2).map(describeBranch);
	const where = describeTarget(first!.go);
	return [...rest, rest.length > 0 ? `Otherwise, ${where}.` : `Always ${where}.`];
}

function describeBranch({ when, go }: Branch): string {
	return `If ${describeTest(when)}, ${describeTarget(go)}.`;
}

function describeTarget(go: string): string {
	return go === 'end' ? 'end the survey' : `go to ${quote(go)}`;
}

function describeTest(when: Branch['when']): string {
	if ('prompt' in when) return describePastAnswer(when);
	switch (when.op) {
		case 'answered':
			return 'the question is answered';
		case 'skipped':
			return 'the question is skipped';
		case 'is':
			return `the answer is ${formatValue(when.value)}`;
		case 'is_not':
			return `the answer is not ${formatValue(when.value)}`;
		case 'contains':
			return `the answer contains ${formatValue(when.value)}`;
		case 'at_least':
			return `the answer is at least ${when.value}`;
		case 'at_most':
			return `the answer is at most ${when.value}`;
		case 'one_of':
			return `the answer is one of ${when.value.map(formatValue).join(', ')}`;
	}
}
