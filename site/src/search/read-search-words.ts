import GithubSlugger from 'github-slugger';

// A code block, in which nothing is a heading; a heading; or words, of the section or of a heading from a component.
const parts =
	/^([ \t]*)```[^]*?^\1```$|^#{1,6} (?<heading>.+)$|^\{\/\* search(?: #(?<anchor>\S+))?: (?<words>.+) \*\/\}$/gm;

/**
 * Readers' terms for the subject of a section whose page uses other words: terms from other tools, descriptions of a
 * symptom, or industry terms, as comments below the heading, which neither HTML nor Markdown contains. Words for a
 * single term are synonyms instead (`synonyms.ts`).
 *
 * @returns the words of each section of a page's source, by its anchor
 *
 * @example
 * readSearchWords('## Weights\n\n{/* search: traffic split, 50/50 *\/}').get('weights'); // 'traffic split, 50/50'
 */
export function readSearchWords(source: string): Map<string, string> {
	const slugger = new GithubSlugger();
	const found = new Map<string, string>();
	let section = '_top';
	for (const { groups } of source.matchAll(parts)) {
		const { heading, anchor = section, words } = groups!;
		if (heading !== undefined) section = slugger.slug(plain(heading));
		if (words !== undefined) found.set(anchor, [found.get(anchor) ?? [], words].flat().join(', '));
	}
	return found;
}

/** The text of a heading without its Markdown. */
function plain(heading: string): string {
	return heading.replace(/[`*\\]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
