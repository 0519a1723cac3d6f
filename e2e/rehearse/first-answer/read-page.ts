import { type Block, readBlocks } from '../../../site/test/blocks/read-blocks.ts';
import { readLines } from '../commands/lines.ts';

/** What a reader copies from a page. */
export type DocsPage = {
	/** The code of the block with this title. */
	code(title: string): string;
	/** The commands of the first block for a terminal that contains this text. */
	commands(containing: string): string[];
	/** The first match of a pattern in the text. */
	find(pattern: RegExp): string;
};

/** Reads a page of a running documentation in its Markdown form, which has the addresses of this service. */
export async function fetchPage(docsUrl: string, path: string): Promise<DocsPage> {
	const address = `${docsUrl}/${path}/index.md`;
	const response = await fetch(address);
	if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
	return openPage(path, await response.text());
}

/** Reads the blocks of a text in Markdown. */
export function openPage(path: string, markdown: string): DocsPage {
	const blocks = readBlocks({ path, markdown, prose: [], source: markdown });
	const get = (what: string, isWanted: (block: Block) => boolean) => {
		const found = blocks.find(isWanted);
		if (!found) throw new Error(`${path} has no block ${what}.`);
		return found.language === 'diff' ? applyDiff(found.code) : found.code;
	};
	return {
		code: (title) => get(`titled ${title}`, (block) => block.title === title),
		commands: (containing) =>
			readLines(
				get(`with ${containing}`, ({ language, code }) =>
					Boolean(language === 'sh' && code.includes(containing)),
				),
			),
		find(pattern) {
			const found = pattern.exec(markdown);
			if (!found) throw new Error(`${path} has nothing that matches ${pattern}.`);
			return found[1] ?? found[0];
		},
	};
}

/** The code after a change, which the Markdown form marks with signs at the start of each line. */
function applyDiff(diff: string): string {
	const kept = diff.split('\n').filter((line) => !line.startsWith('-'));
	return kept.map((line) => line.slice(1)).join('\n');
}
