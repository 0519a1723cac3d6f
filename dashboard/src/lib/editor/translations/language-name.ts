// Created on first use, because creating it is slow.
let names: Intl.DisplayNames | undefined;

/**
 * The English name of a language; the tag itself if it has none.
 *
 * @example
 * nameLanguage('de-AT'); // 'German (Austria)'
 */
export function nameLanguage(tag: string): string {
	try {
		names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
		return names.of(tag) ?? tag;
	} catch {
		// Not a valid tag yet, while it is typed.
		return tag;
	}
}

const rightToLeft = new Set([
	'ar',
	'arc',
	'ckb',
	'dv',
	'fa',
	'he',
	'ks',
	'ps',
	'sd',
	'ug',
	'ur',
	'yi',
]);
const rightToLeftScripts = new Set(['Arab', 'Hebr', 'Thaa', 'Nkoo', 'Syrc', 'Rohg']);

/** The writing direction of a language, by its script or its default script. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
	const [language, script] = tag.split('-');
	const isScript = script !== undefined && /^[A-Z][a-z]{3}$/.test(script);
	const turns = isScript ? rightToLeftScripts.has(script) : rightToLeft.has(language!);
	return turns ? 'rtl' : 'ltr';
}

const offered = [
	'ar bg bn cs da de de-AT de-CH el en en-GB en-US es es-MX et fa fi fr fr-CA ga he hi hr hu id is it ja ko',
	'lt lv ms mt nb nl pl pt pt-BR pt-PT ro ru sk sl sr sv sw ta te th tr uk ur vi zh-Hans zh-Hant',
];

/** Languages to choose from; any other tag may be typed. */
export const commonLanguages: readonly string[] = offered.join(' ').split(' ');

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
