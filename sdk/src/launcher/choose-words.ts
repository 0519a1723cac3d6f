import { launcherWords, type LauncherWords } from '@feedback/contract/launcher-words';
import type { Launcher } from '@feedback/contract/wire';

import { pickLanguage } from '../pick-language.ts';

/** A text and its language, if that is known. */
type Label = { text: string; language: string | undefined };

/**
 * The texts of a launcher for a visitor. The label is in the visitor's language if the site has translated it, or uses
 * the default label.
 *
 * @example
 * chooseWords({ survey_id: 'ideas', position: 'right' }, ['de-AT']).label; // { text: 'Feedback', language: 'de' }
 */
export function chooseWords(
	{ label, translations = {} }: Launcher,
	languages: readonly string[],
): { label: Label; words: LauncherWords; language: string } {
	const language = pickLanguage(Object.keys(launcherWords), languages) ?? 'en';
	const words = launcherWords[language]!;
	const translated = pickLanguage(Object.keys(translations), languages);
	if (translated) {
		return { label: { text: translations[translated]!, language: translated }, words, language };
	}
	return {
		label: { text: label ?? words.label, language: label ? undefined : language },
		words,
		language,
	};
}
