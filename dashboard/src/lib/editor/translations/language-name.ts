import { offeredLanguages } from '@feedback/contract';

import { nameLanguage } from '#lib/text/name-language.ts';

/** Languages to choose from by name; any other tag may be typed. */
export const namedLanguages: readonly { tag: string; name: string }[] = offeredLanguages
	.map((tag) => ({ tag, name: nameLanguage(tag) }))
	.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

/**
 * The tag of a language that was typed as a name or as a tag.
 *
 * @example
 * findLanguageTag('german (austria)'); // 'de-AT'
 */
export function findLanguageTag(typed: string): string {
	const wanted = typed.trim().toLowerCase();
	return namedLanguages.find(({ name }) => name.toLowerCase() === wanted)?.tag ?? typed.trim();
}

/** Languages of the SDK's built-in texts ("Next", "Skip"). */
export const sdkLanguages = ['ar', 'de', 'en', 'es', 'fr', 'ja'];

type Progress = { tag: string; /** Number of translated texts. */ done: number; all: number };

/**
 * Describes who sees which language, and which translations are incomplete.
 *
 * @example
 * explainFallback('en', [{ tag: 'de', done: 3, all: 3 }]);
 * // 'Visitors who read German see German; everyone else sees English.'
 */
export function explainFallback(own: string, languages: readonly Progress[]): string {
	const written = languages.filter(({ done }) => done > 0).map(({ tag }) => nameLanguage(tag));
	const list = new Intl.ListFormat('en').format(written);
	const what = written.length === 1 ? list : 'their language';
	const who =
		written.length === 0
			? `Everyone sees ${nameLanguage(own)}.`
			: `Visitors who read ${list} see ${what}; everyone else sees ${nameLanguage(own)}.`;
	const unfinished = languages.filter(({ done, all }) => done < all);
	return [who, ...unfinished.map((language) => describeMissing(language, own))].join(' ');
}

function describeMissing({ tag, done, all }: Progress, own: string): string {
	if (done === 0) return `${nameLanguage(tag)} has no texts yet.`;
	return `${nameLanguage(tag)} lacks ${all - done} of ${all} texts, which are shown in ${nameLanguage(own)}.`;
}
