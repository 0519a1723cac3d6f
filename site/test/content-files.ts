import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const contentFolder = fileURLToPath(new URL('../../content', import.meta.url));

/** A fenced code block of a page. */
export type Example = {
	/** File of the page, from `content/`, and the line of the block. */
	place: string;
	language: string;
	title: string;
	code: string;
};

/** Every fenced code block of the docs. */
export async function readExamples(): Promise<Example[]> {
	const entries = await readdir(contentFolder, { recursive: true });
	const files = entries.filter((name) => /\.mdx?$/.test(name)).sort();
	const examples: Example[] = [];
	for (const file of files) {
		const source = await readFile(join(contentFolder, file), 'utf8');
		for (const match of source.matchAll(/^([ \t]*)```(\w+)(.*)\n([\s\S]*?)^\1```$/gm)) {
			const [, indent = '', language = '', info = '', body = ''] = match;
			const line = source.slice(0, match.index).split('\n').length;
			examples.push({
				place: `${file}:${line}`,
				language,
				title: /title="([^"]+)"/.exec(info)?.[1] ?? '',
				code: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
			});
		}
	}
	return examples;
}
