const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/**
 * A language in English; the tag itself, where it has no name.
 *
 * @example
 * nameLanguage('de-AT'); // 'German (Austria)'
 */
export function nameLanguage(tag: string): string {
	try {
		return names.of(tag) ?? tag;
	} catch {
		// It is no tag at all, while somebody types it.
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

/** Which way a language is written, by its script or else by what is usual for it. */
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

/** Those for whom the SDK says its own few words ("Next", "Skip") in their language. */
export const sdkLanguages = ['ar', 'de', 'en', 'es', 'fr', 'ja'];

/**
 * Which languages of visitors are answered with which words, in one sentence.
 *
 * @example
 * explainFallback('en', ['de']); // 'Visitors who read German see German; everybody else sees English.'
 */
export function explainFallback(own: string, others: readonly string[]): string {
	if (others.length === 0) return `Everybody sees ${nameLanguage(own)}, whatever they read.`;
	const list = new Intl.ListFormat('en').format(others.map(nameLanguage));
	const first = others.length === 1 ? `${list} see ${list}` : `${list} see their language`;
	return `Visitors who read ${first}; everybody else sees ${nameLanguage(own)}.`;
}
