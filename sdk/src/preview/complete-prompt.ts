import { findControlWords, labelControls } from '@feedback/contract/control-words';
import { localizeAskLater } from '@feedback/contract/localize-ask-later';
import { answerTextDefault } from '@feedback/contract/shared-limits';
import type {
	Branch,
	ChoiceOption,
	Appearance,
	PromptToDraw,
	QuestionToDraw,
} from '@feedback/contract/wire';
import { type ButtonLabels, buttons } from '@feedback/contract/words';

import { pickLanguage } from '../pick-language.ts';

/** A part of a prompt that is being edited: it may contain anything. */
type Written = Record<string, unknown>;

/**
 * Completes a prompt that is still being edited so that it can be drawn: missing parts get placeholders, invalid parts
 * are left out. Accepts the form of a prompt file, in the language that the service would choose for `language`, and
 * the form that the service sends. Never throws.
 *
 * @example
 * completePrompt({ questions: [{ type: 'nps' }] }).questions[0].title; // 'Untitled question'
 */
export function completePrompt(prompt: unknown, language?: string): PromptToDraw {
	const written = asObject(prompt);
	const own = asText(written['language']) ?? 'en';
	const translations = asObject(written['translations']);
	const chosen = pickLanguage([own, ...Object.keys(translations)], [language ?? '']) ?? own;
	const words = asObject(translations[chosen]);
	const thanks = translate(asObject(written['thank_you']), asObject(words['thank_you']));
	const title = asText(thanks['title']);
	const defaults = findControlWords(chosen);
	const isOriginal = chosen === own;
	return {
		survey_id: asText(written['survey_id']) ?? 'preview',
		revision: asNumber(written['revision']) ?? 1,
		language: chosen,
		questions: completeQuestions(asList(written['questions']), asObject(words['questions'])),
		thank_you: title === undefined ? undefined : { title, text: asText(thanks['text']) },
		appearance: completeAppearance(asObject(written['appearance'])),
		ask_later: completeAskLater(asObject(written['ask_later']), {
			language: chosen,
			isOriginal,
			hasDefaults: defaults !== undefined,
			translated: readAskLaterWords(asObject(words['ask_later'])),
		}),
		words: labelControls(defaults, {
			isOriginal,
			labels: { ...readLabels(written['words']), ...readLabels(written['button_labels']) },
			translated: readLabels(words['button_labels']),
		}),
	};
}

function completeAskLater(
	{ label, choices }: Written,
	shown: Parameters<typeof localizeAskLater>[1],
): PromptToDraw['ask_later'] {
	const offered = asList(choices).flatMap((choice) => {
		const { days, label: own } = asObject(choice);
		const count = asNumber(days);
		return count && count > 0 ? [{ days: Math.ceil(count), label: asText(own) }] : [];
	});
	if (offered.length === 0) return undefined;
	return localizeAskLater({ label: asText(label), choices: offered }, shown);
}

function readAskLaterWords({ label, choices }: Written) {
	const labels = Object.entries(asObject(choices)).filter(([, each]) => asText(each) !== undefined);
	return { label: asText(label), choices: Object.fromEntries(labels) as Record<string, string> };
}

function readLabels(labels: unknown): ButtonLabels {
	const found = buttons.map((name) => [name, asText(asObject(labels)[name])]);
	return Object.fromEntries(found.filter(([, label]) => label !== undefined));
}

/** Untranslated texts stay in the author's language. */
function translate(written: Written, words: Written): Written {
	const translated = Object.entries(words).filter(([, value]) => asText(value) !== undefined);
	return { ...written, ...Object.fromEntries(translated) };
}

function completeQuestions(questions: unknown[], words: Written): QuestionToDraw[] {
	const taken = new Set<string>();
	return questions.flatMap((question, at) => {
		const written = asObject(question);
		const translation = asObject(words[asText(written['id']) ?? '']);
		const id = makeUnique(asText(written['id']) ?? `question_${at + 1}`, taken);
		return completeQuestion(id, translate(written, translation), translation) ?? [];
	});
}

function completeQuestion(
	id: string,
	question: Written,
	words: Written,
): QuestionToDraw | undefined {
	const { type } = question;
	if (!isType(type)) return undefined;
	const from = asText(question['prefill_from']);
	return {
		id,
		title: asText(question['title']) ?? 'Untitled question',
		help: asText(question['help']),
		required: question['required'] === true,
		...(from !== undefined && { prefill_from: from }),
		branches: asList(question['branches']).filter(isBranch),
		type,
		...completeByType[type](question, words),
	} as QuestionToDraw;
}

type Type = QuestionToDraw['type'];

/** The fields of one question type, beyond those that all questions have. */
type OwnFields<One extends Type> = Omit<
	Extract<QuestionToDraw, { type: One }>,
	'id' | 'title' | 'help' | 'required' | 'branches' | 'type'
>;

const completeByType: {
	[One in Type]: (question: Written, words: Written) => OwnFields<One>;
} = {
	rating: (question) => ({ ...readEnds(question), ...readScale(question) }),
	nps: readEnds,
	single_choice: readChoices,
	multiple_choice: (question, words) => ({
		...readChoices(question, words),
		min_choices: asNumber(question['min_choices']),
		max_choices: asNumber(question['max_choices']),
	}),
	short_text: (question) => ({ ...readText(question), ...readFormat(question) }),
	long_text: readText,
	yes_no: ({ yes_label, no_label }) => ({
		yes_label: asText(yes_label),
		no_label: asText(no_label),
	}),
	consent: ({ label }) => ({ label: asText(label) ?? 'I agree' }),
	message: (question) => ({ text: asText(question['text']), button: readButton(question) }),
	screenshot: () => ({}),
};

function isType(type: unknown): type is Type {
	return typeof type === 'string' && Object.hasOwn(completeByType, type);
}

function readEnds({ low_label, high_label }: Written) {
	return { low_label: asText(low_label), high_label: asText(high_label) };
}

function readChoices({ options, other_label, randomize }: Written, words: Written) {
	return {
		options: completeOptions(asList(options), asObject(words['options'])),
		other_label: asText(other_label),
		randomize: randomize === true,
	};
}

function readText({ placeholder, max_length }: Written) {
	return {
		placeholder: asText(placeholder),
		max_length: Math.max(1, asNumber(max_length) ?? answerTextDefault),
	};
}

function completeOptions(options: unknown[], words: Written): ChoiceOption[] {
	const taken = new Set<string>();
	return options.map((option, at) => {
		const { value: written, label, exclusive } = asObject(option);
		const value = asText(written) ?? '';
		return {
			value: makeUnique(value || `option_${at + 1}`, taken),
			label: asText(words[value]) ?? asText(label) ?? (value || `Option ${at + 1}`),
			exclusive: exclusive === true,
		};
	});
}

function readScale({ style, scale }: Written) {
	return {
		style: style === 'stars' || style === 'faces' ? style : 'numbers',
		scale: Math.round(Math.min(10, Math.max(2, asNumber(scale) ?? 5))),
	} as const;
}

function readFormat({ format }: Written): { format?: 'email' | 'url' } {
	return format === 'email' || format === 'url' ? { format } : {};
}

function readButton({
	button,
	button_label,
}: Written): { label: string; url?: string } | undefined {
	if (!button) return undefined;
	const { label, url } = asObject(button);
	const address = asText(url);
	return { label: asText(button_label) ?? asText(label) ?? 'OK', url: address };
}

function isBranch(branch: unknown): branch is Branch {
	const { when, go } = asObject(branch);
	const { op, value, prompt } = asObject(when);
	const compares = op !== 'one_of' || Array.isArray(value);
	// A condition on an earlier prompt is decided by the service.
	return typeof go === 'string' && typeof op === 'string' && compares && prompt === undefined;
}

const positions = 'bottom_right bottom_left top_right top_left center inline'.split(' ');

function completeAppearance({ theme, accent, radius, font, position }: Written): Appearance {
	return {
		theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
		accent: asText(accent),
		radius: asNumber(radius),
		font: font === 'inherit' ? font : 'system',
		position: (positions.find((each) => each === position) ??
			'bottom_right') as Appearance['position'],
	};
}

function makeUnique(name: string, taken: Set<string>): string {
	let free = name;
	for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
	taken.add(free);
	return free;
}

function asObject(value: unknown): Written {
	return typeof value === 'object' && value !== null ? (value as Written) : {};
}

function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** The text, or `undefined` if it is only white space. */
function asText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() ? value : undefined;
}

function asNumber(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
