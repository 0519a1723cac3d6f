// The part of Unicode's CLDR that matches languages, as a module: `contract/src/generated/language-data.ts`.
import aliases from 'cldr-core/supplemental/aliases.json' with { type: 'json' };
import available from 'cldr-core/availableLocales.json' with { type: 'json' };
import containment from 'cldr-core/supplemental/territoryContainment.json' with { type: 'json' };
import likely from 'cldr-core/supplemental/likelySubtags.json' with { type: 'json' };
import matching from 'cldr-core/supplemental/languageMatching.json' with { type: 'json' };
import parents from 'cldr-core/supplemental/parentLocales.json' with { type: 'json' };
import scripts from 'cldr-core/scriptMetadata.json' with { type: 'json' };

/** Languages for which CLDR has texts, so for which a browser or an operating system may exist. */
const known = new Set(available.availableLocales.full.map((tag) => tag.split('-')[0]!));

type Pair = [from: string, to: string];

/** Distance up to which CLDR's readers of one language read another one as their own. */
const sameLanguage = 1;
/** Distance up to which readers of a dialect read its standard language. */
const standardLanguage = 10;

const header =
	'// Written by `npm run generate -w @feedback/contract` from cldr-core, the data of Unicode’s CLDR.\n';

export function writeLanguageData(): string {
	return [
		header,
		line('Replaced language tags and the tags that replace them.', 'aliases', listAliases()),
		line('Replaced regions.', 'regionAliases', listRegionAliases()),
		line(
			'Likely script and region of a language, or of a language in a region or script.',
			'likely',
			listLikely(),
		),
		line('Regional forms of a language and the form that they build on.', 'parents', listParents()),
		line('Languages and another one that their readers can read.', 'readable', listReadable()),
		line('Groups of neighbouring regions.', 'neighbours', listNeighbours()),
	].join('');
}

/** A module of one constant, because the browser SDK contains it. */
export function writeRightToLeftScripts(): string {
	const living = Object.entries(scripts.scriptMetadata)
		.filter(([, { rtl, idUsage }]) => rtl === 'YES' && idUsage !== 'EXCLUSION')
		.map(([script]) => script);
	return [
		header,
		`/** Living scripts that are written from right to left. */`,
		`export const rightToLeftScripts = '${living.sort().join(' ')}';`,
		'',
	].join('\n');
}

function line(about: string, name: string, pairs: Pair[] | string[]): string {
	const words = pairs.map((pair) => (typeof pair === 'string' ? pair : pair.join('=')));
	return `\n/** ${about} */\nexport const ${name} =\n\t'${words.sort().join(' ')}';\n`;
}

function listAliases(): Pair[] {
	const replaced = Object.entries(aliases.supplemental.metadata.alias.languageAlias)
		.map(([from, { _replacement }]): Pair => [from.toLowerCase(), _replacement])
		.filter(([, to]) => known.has(to.split('-')[0]!));
	const same = readDistances().filter(({ distance }) => distance <= sameLanguage);
	return [...replaced, ...same.map(({ desired, supported }): Pair => [desired, supported])];
}

function listRegionAliases(): Pair[] {
	return Object.entries(aliases.supplemental.metadata.alias.territoryAlias)
		.map(([from, { _replacement }]): Pair => [from, _replacement.split(' ')[0]!])
		.filter(([from]) => /^[A-Z]{2}$/.test(from));
}

function listLikely(): Pair[] {
	return Object.entries(likely.supplemental.likelySubtags)
		.filter(([from]) => known.has(from.split('-')[0]!) && from.split('-').length <= 2)
		.map(([from, to]): Pair => [from, to.split('-').slice(1).join('-')]);
}

function listParents(): Pair[] {
	return Object.entries(parents.supplemental.parentLocales.parentLocale).flatMap(([from, to]) => {
		const [language, ...more] = from.split('-');
		const [parent, ...parentMore] = to.split('-');
		return language === parent && more.length && parentMore.length
			? [[`${language}-${more.at(-1)}`, parentMore.at(-1)!]]
			: [];
	});
}

function listReadable(): Pair[] {
	const standard = readDistances()
		.filter(
			({ distance, oneway }) => distance > sameLanguage && distance <= standardLanguage && oneway,
		)
		.map(({ desired, supported }): Pair => [desired, supported]);
	// A locale that inherits from one of another language, such as `nn` from `no`.
	const inherited = Object.entries(parents.supplemental.parentLocales.parentLocale)
		.map(([from, to]): Pair => [from, to.split('-')[0]!])
		.filter(([from, to]) => !from.includes('-') && to !== 'und');
	return [...standard, ...inherited].filter(([from]) => known.has(from));
}

/** Distances between two languages, whatever their script and region. */
function readDistances() {
	return matching.supplemental.languageMatching['written-new'].languageMatch
		.map(({ _desired, _supported, _distance, ...more }) => ({
			desired: _desired,
			supported: _supported,
			distance: Number(_distance),
			oneway: '_oneway' in more,
		}))
		.filter(({ desired, supported }) => /^[a-z]+$/.test(desired) && /^[a-z]+$/.test(supported));
}

/** The innermost groups, such as 155, Western Europe. */
function listNeighbours(): string[] {
	const regions = (list: readonly string[]) => list.filter((region) => /^[A-Z]{2}$/.test(region));
	return Object.entries(containment.supplemental.territoryContainment)
		.filter(([group]) => /^\d{3}$/.test(group))
		.map(([group, { _contains }]): Pair => [group, regions(_contains).join('+')])
		.filter(([, list]) => list)
		.map((pair) => pair.join('='));
}
