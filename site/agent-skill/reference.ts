import type { Element, ElementContent } from 'hast';

import { toMarkdownText } from '../src/markdown/convert.ts';
import type { Page } from '../src/markdown/page.ts';
import { attribute, rebuild, text } from '../src/markdown/tree.ts';

/** The name of the reference for a page's path; undefined when the skill does not contain the page. */
export type ReferenceOf = (path: string) => string | undefined;

/** A documentation page as a reference file of the skill: its Markdown form, with links within the skill. */
export function writeReference(page: Page, referenceOf: ReferenceOf): string {
	const content = rebuild(
		page.content,
		(node) => (node.tagName === 'a' ? relink(node, referenceOf) : [node]),
		() => false,
	);
	return `# ${page.title}\n\n${toMarkdownText(content, (href) => href).trim()}\n`;
}

// The address of a project's documentation is unknown here: a page outside the skill is named by its path.
function relink(node: Element, referenceOf: ReferenceOf): ElementContent[] {
	const [, path, anchor = ''] = /^(\/[^#]*)(#.*)?$/.exec(attribute(node, 'href') ?? '') ?? [];
	if (path === undefined) return [node];
	const reference = referenceOf(path.replace(/^\/|\/$/g, ''));
	return reference
		? [{ ...node, properties: { ...node.properties, href: `${reference}${anchor}` } }]
		: [...node.children, text(` (docs: ${path})`)];
}
