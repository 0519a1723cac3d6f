import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

import { isWhole, simplify } from './components.ts';
import { attribute, element, findOne, hasClass, rebuild, text, textOf } from './tree.ts';

/** A built page, read back from its HTML. */
export type Page = {
	/** Path with slashes at both ends, such as `/sdk/methods/`. */
	path: string;
	title: string;
	description: string;
	package: string;
	version: string;
	/** Day of the last change, `YYYY-MM-DD`. */
	updated: string;
	/** The page's own content, with every component converted to plain elements. */
	content: Element;
};

const parser = unified().use(rehypeParse);

/**
 * Reads a built page; `undefined` for pages that have no Markdown form (the 404 page).
 *
 * @throws when the page lacks what its Markdown form must state
 */
export function readPage(path: string, html: string): Page | undefined {
	const tree = parser.parse(html);
	const content = findOne(tree, (node) => hasClass(node, 'sl-markdown-content'));
	const pkg = metaOf(tree, 'docs:package');
	if (!content || pkg === undefined) return undefined;
	const title = findOne(tree, (node) => node.tagName === 'h1');
	const page = {
		path,
		// The home page's heading is a sentence; its title identifies the page.
		title: title ? (attribute(title, 'dataTitle') ?? textOf(title)).trim() : '',
		description: metaOf(tree, 'description') ?? '',
		package: pkg,
		version: metaOf(tree, 'docs:version') ?? '',
		updated: metaOf(tree, 'docs:updated') ?? '',
	};
	for (const [name, value] of Object.entries(page)) {
		if (value === '') throw new Error(`The page ${path} has no ${name}.`);
	}
	const hero = readHero(tree);
	return { ...page, content: rebuild(prepend(hero, content), simplify, isWhole) };
}

/** Returns the home page's heading and lead, which are above its content. */
function readHero(tree: Root): Element[] {
	const words = findOne(tree, (node) => hasClass(node, 'landing-words'));
	const heading = words && findOne(words, (node) => node.tagName === 'h1');
	const lead = words && findOne(words, (node) => hasClass(node, 'landing-lead'));
	if (!heading || !lead) return [];
	return [element('p', [element('strong', [text(textOf(heading).trim())])]), lead];
}

function prepend(before: Element[], content: Element): Element {
	return { ...content, children: [...before, ...content.children] };
}

function metaOf(tree: Root, name: string): string | undefined {
	const found = findOne(
		tree,
		(node) => node.tagName === 'meta' && node.properties['name'] === name,
	);
	return found && attribute(found, 'content');
}
