import { neighbours, readable } from '../generated/language-data.ts';
import { parseLanguage, type Language } from './language-tag.ts';

type Offered = Language & { tag: string };

const readableLanguages = new Map(
	readable.split(' ').map((pair) => pair.split('=') as [reader: string, read: string]),
);

/**
 * The best of the offered languages for a reader, by the reader's order of preference. A language matches in its own
 * script, from the nearest region: `zh-TW` reads `zh-Hant`, and `es-MX` reads `es-419` before `es`. Only if none of the
 * preferred languages matches, another script or a related language does. Undefined without any match.
 *
 * @example
 * matchLanguage(['en', 'zh-Hans', 'zh-Hant'], ['zh-TW', 'en']); // 'zh-Hant'
 */
export function matchLanguage(
	offered: readonly string[],
	preferred: readonly string[],
): string | undefined {
	const languages = offered.flatMap((tag): Offered[] => {
		const language = parseLanguage(tag);
		return language ? [{ ...language, tag }] : [];
	});
	for (const rule of [isSameLanguage, isReadable]) {
		for (const tag of preferred) {
			const reader = parseLanguage(tag);
			const found =
				reader &&
				findNearest(
					tag,
					reader,
					languages.filter((language) => rule(reader, language)),
				);
			if (found) return found.tag;
		}
	}
	return undefined;
}

/** The same script, or a language without a script, which means any of its scripts. */
function isSameLanguage(reader: Language, offered: Offered): boolean {
	return (
		offered.language === reader.language &&
		(offered.script === reader.script || /^[a-z]+$/i.test(offered.tag))
	);
}

function isReadable(reader: Language, offered: Offered): boolean {
	if (offered.language === reader.language) return true;
	return (
		offered.language === readableLanguages.get(reader.language) && offered.script === reader.script
	);
}

function findNearest(tag: string, reader: Language, offered: Offered[]): Offered | undefined {
	const isExact = (language: Offered) => language.tag.toLowerCase() === tag.toLowerCase();
	const ranks = offered.map((language) => {
		const shared = reader.regions.findIndex((region) => language.regions.includes(region));
		return {
			language,
			/** The most important difference first. */
			distance: [
				isExact(language) ? 0 : 1,
				language.script === reader.script ? 0 : 1,
				language.region === reader.region && language.regions[0] ? 0 : 1,
				shared,
				language.regions.indexOf(reader.regions[shared]!),
				areNeighbours(language.region, reader.region) ? 0 : 1,
				isLikely(language) ? 0 : 1,
			],
		};
	});
	ranks.sort((one, other) => {
		const at = one.distance.findIndex((value, index) => value !== other.distance[index]);
		return at < 0 ? 0 : one.distance[at]! - other.distance[at]!;
	});
	return ranks[0]?.language;
}

function areNeighbours(one: string, other: string): boolean {
	return (
		one === other ||
		neighbours.split(' ').some((group) => group.includes(one) && group.includes(other))
	);
}

/** Whether the region is the one that the language means without a region. */
function isLikely({ language, script, region }: Offered): boolean {
	return parseLanguage(`${language}-${script}`)?.region === region;
}
