import type { PromptToDraw } from './wire.ts';
import { askLaterLabels } from './words/ask-later.ts';

type Labelled = {
	label?: string | undefined;
	choices: { days: number; label?: string | undefined }[];
};

type Shown = {
	/** The language in which the prompt is shown. */
	language: string;
	/** Whether the prompt's own texts are in this language. */
	isOriginal: boolean;
	/** Whether the controls of a prompt have texts in this language. */
	hasDefaults: boolean;
	/** The author's labels in this language, those of the choices by their days. */
	translated?: { label?: string | undefined; choices?: Record<string, string> } | undefined;
};

/**
 * Labels "Ask me later" and its choices. Where the shown language has no label, its default applies; if there is no
 * default either, the label in the original language, and then the English default.
 *
 * @example
 * localizeAskLater({ choices: [{ days: 1 }] }, { language: 'de', isOriginal: true, hasDefaults: true });
 * // { label: 'Später fragen', choices: [{ days: 1, label: 'Morgen' }] }
 */
export function localizeAskLater(
	{ label, choices }: Labelled,
	{ language, isOriginal, hasDefaults, translated }: Shown,
): NonNullable<PromptToDraw['ask_later']> {
	const known = hasDefaults ? language.toLowerCase().split('-')[0]! : 'en';
	const pick = (own: string | undefined, words: string | undefined, fallback: string) =>
		words ?? (isOriginal || !hasDefaults ? own : undefined) ?? fallback;
	return {
		label: pick(label, translated?.label, askLaterLabels[known]!),
		choices: choices.map(({ days, label: own }) => ({
			days,
			label: pick(own, translated?.choices?.[days], nameDelay(days, known)),
		})),
	};
}

/** @example nameDelay(7, 'en'); // 'In 1 week' */
function nameDelay(days: number, language: string): string {
	// "Next week" would be another day than in a week, but "tomorrow" is in one day.
	const isWeeks = days % 7 === 0;
	const format = new Intl.RelativeTimeFormat(language, { numeric: isWeeks ? 'always' : 'auto' });
	const name = isWeeks ? format.format(days / 7, 'week') : format.format(days, 'day');
	return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
