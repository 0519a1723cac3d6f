import type { Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

const notProse = new Set(['pre', 'code', 'script', 'style', 'head']);

/** The texts of a page's HTML that readers see, without its code. */
export function readProse(html: string): string[] {
	return proseOf(unified().use(rehypeParse).parse(html));
}

function proseOf(node: Nodes): string[] {
	if (node.type === 'text') return [node.value];
	if (node.type === 'element' && notProse.has(node.tagName)) return [];
	return 'children' in node ? node.children.flatMap((child) => proseOf(child)) : [];
}
