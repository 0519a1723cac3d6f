import { aliases, likely, parents, regionAliases } from '../generated/language-data.ts';

/** A language tag in the form in which two of them can be compared. */
export type Language = {
	language: string;
	/** As given, or the likely one; empty when the language is unknown. */
	script: string;
	/** As given, or the likely one; empty when the language is unknown. */
	region: string;
	/** The given region, those whose form it builds on, and last an empty one for the language itself. */
	regions: string[];
};

const toMap = (pairs: string) =>
	new Map(pairs.split(' ').map((pair) => pair.split('=') as [from: string, to: string]));
const replaced = toMap(aliases);
const replacedRegions = toMap(regionAliases);
const likelySubtags = toMap(likely);
const parentRegions = toMap(parents);

const wellFormed = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/;

/**
 * Reads a tag as browsers and systems write it: in any case, with legacy subtags, or as a POSIX locale. Undefined
 * when it is none.
 *
 * @example
 * parseLanguage('zh-TW'); // { language: 'zh', script: 'Hant', region: 'TW', regions: ['TW', ''] }
 * parseLanguage('iw_IL.UTF-8')?.language; // 'he'
 */
export function parseLanguage(tag: string): Language | undefined {
	const given = tag.trim().toLowerCase().split(/[.@]/, 1)[0]!.replaceAll('_', '-');
	if (!wellFormed.test(given) && !replaced.has(given)) return undefined;
	const [language = '', ...more] = replaceLegacy(given).split('-');
	const subtags = untilExtension(more);
	const givenScript = subtags.find((part) => /^[a-z]{4}$/i.test(part));
	const script = givenScript && givenScript[0]!.toUpperCase() + givenScript.slice(1).toLowerCase();
	const written = subtags.find((part) => /^([a-z]{2}|\d{3})$/i.test(part))?.toUpperCase() ?? '';
	const region = replacedRegions.get(written) ?? written;
	const [likelyScript = '', likelyRegion = ''] = (
		(script && likelySubtags.get(`${language}-${script}`)) ||
		likelySubtags.get(`${language}-${region}`) ||
		likelySubtags.get(language) ||
		''
	).split('-');
	return {
		language,
		script: script ?? likelyScript,
		region: region || likelyRegion,
		regions: listRegions(language, region),
	};
}

/** Replaces the longest legacy start of the tag: `zh-min-nan`, `no-bok`, `iw`. */
function replaceLegacy(tag: string): string {
	for (let end = tag.length; end > 0; end = tag.lastIndexOf('-', end - 1)) {
		const replacement = replaced.get(tag.slice(0, end));
		if (replacement) return replaceLegacy(replacement + tag.slice(end));
	}
	return tag;
}

/** Leaves out extensions and private subtags, such as `-u-nu-latn`. */
function untilExtension(subtags: string[]): string[] {
	const end = subtags.findIndex((part) => part.length === 1);
	return end < 0 ? subtags : subtags.slice(0, end);
}

function listRegions(language: string, region: string): string[] {
	const regions: string[] = [];
	for (let at = region; at; at = parentRegions.get(`${language}-${at}`) ?? '') regions.push(at);
	return [...regions, ''];
}
