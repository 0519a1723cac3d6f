import type { PromptInput, QuestionWords } from '@feedback/contract';

import { nameDays } from '../description/describe-ask-later.ts';
import { type ButtonName, buttonTitles } from '../button-titles.ts';

/** One text of a prompt that can be translated. */
export type Translatable = {
	/** Below the language in `translations`. */
	path: string[];
	/** The question or screen that it belongs to. */
	about: string;
	label: string;
	/** In the prompt's original language. */
	source: string;
	isLong: boolean;
};

/** Labels of the texts that every kind of question keeps at its top level. */
const labels: Record<
	Exclude<keyof QuestionWords, 'button_label' | 'options'>,
	{ label: string; isLong?: true }
> = {
	title: { label: 'Question' },
	help: { label: 'Help text', isLong: true },
	text: { label: 'Text', isLong: true },
	low_label: { label: 'Low-end label' },
	high_label: { label: 'High-end label' },
	yes_label: { label: '“Yes” label' },
	no_label: { label: '“No” label' },
	label: { label: 'Checkbox label' },
	placeholder: { label: 'Placeholder' },
	other_label: { label: '“Other” label' },
};

/**
 * Every translatable text of a prompt, in its order.
 *
 * @example
 * listTexts(content)[0]; // { path: ['questions', 'ease', 'title'], source: 'How easy was it?', … }
 */
export function listTexts({
	questions,
	thank_you: thanks,
	ask_later: later,
	button_labels: buttons,
}: Pick<PromptInput, 'questions' | 'thank_you' | 'ask_later' | 'button_labels'>): Translatable[] {
	return [
		...questions.flatMap((question, index) => ofQuestion(question, index + 1)),
		...ofThanks(thanks ?? {}),
		...ofAskLater(later),
		...ofButtons(buttons ?? {}),
	];
}

function ofQuestion(question: PromptInput['questions'][number], number: number): Translatable[] {
	const { id } = question;
	const about = `Question ${number}`;
	const members = question as Record<string, unknown>;
	const plain = Object.entries(labels).flatMap(([key, { label, isLong = false }]) => {
		const source = members[key];
		if (typeof source !== 'string' || source === '') return [];
		return [{ path: ['questions', id, key], about, label, source, isLong }];
	});
	const button = question.type === 'message' ? question.button?.label : undefined;
	const options = 'options' in question ? question.options : [];
	return [
		...plain,
		...(button ? [text(['questions', id, 'button_label'], about, 'Button label', button)] : []),
		...options
			.filter(({ label }) => typeof label === 'string' && label !== '')
			.map(({ value, label }) =>
				text(['questions', id, 'options', value], about, `Option ${value}`, label),
			),
	];
}

function ofThanks(thanks: { title?: string; text?: string | undefined }): Translatable[] {
	const about = 'Thank-you screen';
	return [
		...(thanks.title ? [text(['thank_you', 'title'], about, 'Heading', thanks.title)] : []),
		...(thanks.text
			? [{ ...text(['thank_you', 'text'], about, 'Text', thanks.text), isLong: true }]
			: []),
	];
}

function ofAskLater(later: PromptInput['ask_later']): Translatable[] {
	const about = 'Ask me later';
	return [
		...(later?.label ? [text(['ask_later', 'label'], about, 'Button', later.label)] : []),
		...(later?.choices ?? []).flatMap(({ days, label }) =>
			label
				? [text(['ask_later', 'choices', String(days)], about, `After ${nameDays(days)}`, label)]
				: [],
		),
	];
}

function ofButtons(labels: NonNullable<PromptInput['button_labels']>): Translatable[] {
	return Object.entries(labels).flatMap(([name, label]) =>
		label
			? [text(['button_labels', name], 'Buttons', buttonTitles[name as ButtonName], label)]
			: [],
	);
}

function text(path: string[], about: string, label: string, source: string): Translatable {
	return { path, about, label, source, isLong: false };
}
