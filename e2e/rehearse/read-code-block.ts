import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../server/layout/tree.ts';

/**
 * The code block of a page of the documentation with this title.
 *
 * @param page such as `integrations/export`
 */
export function readCodeBlock(page: string, title: string): string {
	const text = readFileSync(join(root, 'content', `${page}.mdx`), 'utf8');
	const block = text.split(`title="${title}"\n`)[1]?.split('\n```')[0];
	if (block === undefined) throw new Error(`${page} has no code block titled ${title}.`);
	return `${block}\n`;
}
