import type { Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

import { listCode, withoutFences } from './pages.ts';

/** Finds options whose two hyphens were set as a dash: nobody can copy them. */
export function findDashedFlags(text: string): string[] {
	return [...text.matchAll(/(?<![\p{L}\p{N})\]])[–—]{1,2}[a-z][a-z-]*/gu)].map(
		([flag]) => `${flag} begins with a dash instead of two hyphens`,
	);
}

/** The same in Markdown; code is as it was written. */
export function findDashedFlagsInMarkdown(markdown: string): string[] {
	const prose = withoutFences(markdown);
	return [
		...findDashedFlags(prose.replace(/`[^`]*`/g, '')),
		...listCode(prose).flatMap(({ code }) => findDashedFlags(code)),
	];
}

/** Backticks that readers see: code that was not set as code. */
export function findLiteralBackticks(html: string): string[] {
	return readProse(html)
		.filter((text) => text.includes('`'))
		.map((text) => `"${text.trim().slice(0, 80)}" shows its backticks`);
}

export function findDashedFlagsInHtml(html: string): string[] {
	return readProse(html).flatMap(findDashedFlags);
}

const notProse = new Set(['pre', 'code', 'script', 'style', 'head']);

function readProse(html: string): string[] {
	return proseOf(unified().use(rehypeParse).parse(html));
}

function proseOf(node: Nodes): string[] {
	if (node.type === 'text') return [node.value];
	if (node.type === 'element' && notProse.has(node.tagName)) return [];
	return 'children' in node ? node.children.flatMap((child) => proseOf(child)) : [];
}
