import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Manifest } from '../../src/server/manifest.ts';
import { contentFolder } from '../content-files.ts';
import { readProse } from './read-prose.ts';

/** A page in each form in which readers see statements. */
export type Page = {
	/** Address without the slashes around it, such as `agents/commands`; `index` for the home page. */
	path: string;
	/** Text as readers get it, generated tables included. */
	markdown: string;
	/** Its texts in HTML, without code. */
	prose: string[];
	/** Text as written, with its expressions; empty for a page without its own file. */
	source: string;
};

/** Every page of a built site, except those that exist only for tests. */
export async function readBuiltPages(folder: string): Promise<Page[]> {
	const manifest = JSON.parse(
		await readFile(join(folder, '_server/manifest.json'), 'utf8'),
	) as Manifest;
	const paths = Object.keys(manifest.pages).filter((path) => !path.startsWith('/probe/'));
	return Promise.all(
		paths.map(async (address) => {
			const path = address.replace(/^\/|\/$/g, '') || 'index';
			const file = join(contentFolder, `${path}.mdx`);
			const [markdown, html, source] = await Promise.all([
				readFile(join(folder, address, 'index.md'), 'utf8'),
				readFile(join(folder, address, 'index.html'), 'utf8'),
				existsSync(file) ? readFile(file, 'utf8') : '',
			]);
			return { path, markdown, prose: readProse(html), source };
		}),
	);
}

/** Markdown with blanks instead of its code blocks, so that positions stay the same. */
export function withoutFences(markdown: string): string {
	return markdown.replace(/^([ \t]*)```[^]*?^\1```$/gm, (block) => block.replace(/[^\n]/g, ' '));
}

/** Code between backticks, with the text in front of it on its line. */
export function listCode(prose: string): { code: string; before: string }[] {
	return prose
		.split('\n')
		.flatMap((line) =>
			[...line.matchAll(/`([^`]+)`/g)].map((match) => ({
				code: match[1]!,
				before: line.slice(0, match.index),
			})),
		);
}
