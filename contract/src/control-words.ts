import type { PromptWords } from './wire.ts';
import { findWords, type ButtonLabels } from './words.ts';
import { en } from './words/en.ts';

/** The texts of a prompt's controls in a language; undefined if there are none. */
export function findControlWords(language: string): PromptWords | undefined {
	return /^en\b/i.test(language) ? en : findWords(language);
}

type Labelled = {
	/** Whether the prompt is shown in the language in which it was written. */
	isOriginal: boolean;
	/** Labels in the original language. */
	labels?: ButtonLabels | undefined;
	/** Labels in the shown language. */
	translated?: ButtonLabels | undefined;
};

/**
 * Returns the texts of a prompt's controls with the labels of its author; undefined for the English defaults. Where the
 * shown language has no label, its default applies; if there is no default either, the label in the original language.
 *
 * @param defaults in the shown language, if there are any
 * @example
 * labelControls(findWords('de'), { isOriginal: false, labels: { send: 'Submit' } })?.send; // 'Senden'
 */
export function labelControls(
	defaults: PromptWords | undefined,
	{ isOriginal, labels, translated }: Labelled,
): PromptWords | undefined {
	const own = isOriginal || defaults === undefined ? labels : undefined;
	const set = Object.entries({ ...own, ...translated }).filter(([, label]) => label !== undefined);
	if (set.length === 0) return defaults === en ? undefined : defaults;
	return { ...(defaults ?? en), ...Object.fromEntries(set) };
}
