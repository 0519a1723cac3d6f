import type { PromptContent, QuestionContent } from '#lib/prompt/prompt-content.ts';
import type { QuestionType } from '#lib/prompt/question-types.ts';

export type ChoiceContent = Extract<QuestionContent, { type: 'single_choice' | 'multiple_choice' }>;
export type OptionContent = ChoiceContent['options'][number];

export function isChoice(question: QuestionContent): question is ChoiceContent {
	return question.type === 'single_choice' || question.type === 'multiple_choice';
}

/** A unique name: `rating`, then `rating_2`. */
export function makeName(start: string, taken: readonly string[]): string {
	if (!taken.includes(start)) return start;
	for (let number = 2; ; number += 1) {
		const next = `${start}_${number}`;
		if (!taken.includes(next)) return next;
	}
}

type EditedType = {
	/** ID of the first question of this type. */
	id: string;
	/** Valid initial content. */
	start?: () => object;
	/** The fields that a question keeps if its new type has them too. */
	sharedKeys?: readonly string[];
};

const scale = { sharedKeys: ['low_label', 'high_label'] };
const choice = { start: startOptions, sharedKeys: ['options', 'other_label', 'randomize'] };
const text = { sharedKeys: ['placeholder'] };

const editedTypes: Record<QuestionType, EditedType> = {
	rating: { id: 'rating', ...scale, start: () => ({ style: 'stars', scale: 5 }) },
	nps: { id: 'nps', ...scale },
	single_choice: { id: 'choice', ...choice },
	multiple_choice: { id: 'choices', ...choice },
	yes_no: { id: 'yes_no' },
	short_text: { id: 'text', ...text },
	long_text: { id: 'comment', ...text },
	consent: { id: 'consent', start: () => ({ label: 'I agree' }) },
	message: { id: 'message' },
	// Visitors decide whether to send a picture.
	screenshot: { id: 'screenshot', start: () => ({ required: false }) },
};

/** A new question of a type, with an ID that no other question of the prompt has. */
export function newQuestion(
	type: QuestionType,
	others: readonly QuestionContent[],
): QuestionContent {
	const taken = others.map((other) => other.id);
	const { id, start } = editedTypes[type];
	return {
		id: makeName(id, taken),
		title: '',
		required: false,
		type,
		...start?.(),
	} as QuestionContent;
}

function startOptions() {
	return { options: [newOption([]), newOption(['option_1'])], randomize: false };
}

export function newOption(taken: readonly string[]): OptionContent {
	for (let number = taken.length + 1; ; number += 1) {
		const value = `option_${number}`;
		if (!taken.includes(value)) return { value, label: `Option ${number}` };
	}
}

/**
 * Changes the type of a question: its ID, texts, branches and shared fields stay.
 *
 * @example
 * changeType({ id: 'q', type: 'nps', title: 'Why?', low_label: 'No' }, 'rating').low_label; // 'No'
 */
export function changeType(question: QuestionContent, type: QuestionType): QuestionContent {
	const { id, title, help, required, branches } = question;
	const { start, sharedKeys = [] } = editedTypes[type];
	const fresh: Record<string, unknown> = { type, ...start?.() };
	const before = question as Record<string, unknown>;
	for (const key of sharedKeys) {
		if (before[key] !== undefined) fresh[key] = before[key];
	}
	return {
		id,
		title,
		required,
		...(help !== undefined && { help }),
		...fresh,
		...(branches && { branches }),
	} as QuestionContent;
}

/** Gives a question another ID, in branches and translations too. */
export function renameQuestion(content: PromptContent, at: number, id: string): void {
	const question = content.questions[at]!;
	const before = question.id;
	const isShared = content.questions.some((other, index) => index !== at && other.id === before);
	question.id = id;
	// While two questions share an ID, branches and translations are ambiguous.
	if (isShared) return;
	for (const { branches } of content.questions) {
		for (const branch of branches ?? []) if (branch.go === before) branch.go = id;
	}
	for (const words of Object.values(content.translations ?? {})) {
		const translated = words.questions;
		if (!translated || !Object.hasOwn(translated, before) || Object.hasOwn(translated, id))
			continue;
		words.questions = renameKey(translated, before, id);
	}
}

/** Gives an option another value, in branches and translations too. */
export function renameOption(
	content: PromptContent,
	at: { question: number; option: number },
	value: string,
): void {
	const question = content.questions[at.question]!;
	if (!isChoice(question)) return;
	const option = question.options[at.option]!;
	const before = option.value;
	const isShared = question.options.some((other) => other !== option && other.value === before);
	option.value = value;
	if (isShared) return;
	for (const { when } of question.branches ?? []) {
		if (!('value' in when) || 'prompt' in when) continue;
		if (when.value === before) when.value = value;
		else if (Array.isArray(when.value)) {
			when.value = when.value.map((one) => (one === before ? value : one));
		}
	}
	for (const { questions } of Object.values(content.translations ?? {})) {
		const translated = questions?.[question.id];
		if (!translated?.options || !Object.hasOwn(translated.options, before)) continue;
		if (!Object.hasOwn(translated.options, value))
			translated.options = renameKey(translated.options, before, value);
	}
}

function renameKey<Value>(
	record: Record<string, Value>,
	before: string,
	after: string,
): Record<string, Value> {
	const entries = Object.entries(record);
	return Object.fromEntries(entries.map(([key, value]) => [key === before ? after : key, value]));
}

/** Inserts a copy of a question after it. */
export function duplicateQuestion(content: PromptContent, at: number): void {
	const question = content.questions[at]!;
	const id = makeName(
		question.id.slice(0, 36),
		content.questions.map((other) => other.id),
	);
	const copy = { ...structuredClone(plain(question)), id };
	content.questions.splice(at + 1, 0, copy);
	for (const words of Object.values(content.translations ?? {})) {
		const translated = words.questions?.[question.id];
		if (translated)
			words.questions = { ...words.questions, [id]: structuredClone(plain(translated)) };
	}
}

// A proxy cannot be cloned, and everything here is JSON.
function plain<Value>(value: Value): Value {
	return JSON.parse(JSON.stringify(value)) as Value;
}

/** A deleted question, with everything that is needed to restore it. */
export type Deleted = {
	at: number;
	question: QuestionContent;
	words: [language: string, words: NonNullable<TranslatedQuestions>[string]][];
};
type TranslatedQuestions = NonNullable<PromptContent['translations']>[string]['questions'];

/** Deletes a question and its translations. */
export function deleteQuestion(content: PromptContent, at: number): Deleted {
	const question = plain(content.questions[at]!);
	const words: Deleted['words'] = [];
	for (const [language, translation] of Object.entries(content.translations ?? {})) {
		const translated = translation.questions?.[question.id];
		if (!translated) continue;
		words.push([language, plain(translated)]);
		delete translation.questions![question.id];
	}
	content.questions.splice(at, 1);
	return { at, question, words };
}

export function restoreQuestion(content: PromptContent, { at, question, words }: Deleted): void {
	content.questions.splice(at, 0, question);
	for (const [language, translated] of words) {
		const translation = content.translations?.[language];
		if (translation)
			translation.questions = { ...translation.questions, [question.id]: translated };
	}
}

/**
 * Derives the value of an option from its label, for readable exports.
 *
 * @example
 * makeOptionValue('Too expensive!', ['price']); // 'too_expensive'
 */
export function makeOptionValue(label: string, taken: readonly string[]): string | undefined {
	const plain = label
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, '_')
		.replace(/^_+|_+$/g, '')
		.slice(0, 40)
		.replace(/_+$/, '');
	return plain ? makeName(plain, taken) : undefined;
}
