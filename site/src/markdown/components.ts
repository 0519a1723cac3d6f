import type { Element, ElementContent } from 'hast';

import { codeBlock } from './code-block.ts';
import { fileTree } from './file-tree.ts';
import {
	attribute,
	classes,
	element,
	findAll,
	findOne,
	hasClass,
	isElement,
	text,
	textOf,
} from './tree.ts';

// Replaces each component of the site, before its conversion to Markdown, by plain elements with the same meaning.
// Innermost first, so that tabs in steps and code in tabs are converted completely.

const dropped = new Set([
	'script',
	'style',
	'svg',
	'template',
	'link',
	'button',
	'starlight-tabs-restore',
]);
const droppedClasses = ['sl-anchor-link', 'sr-only', 'sl-icon', 'copy', 'tablist-wrapper-label'];

/** Components that are converted as a whole, because their parts mean something else elsewhere. */
export function isWhole(node: Element): boolean {
	return node.tagName === 'starlight-file-tree' || hasClass(node, 'expressive-code');
}

/** Returns the elements that replace one element. */
export function simplify(node: Element): ElementContent[] {
	if (dropped.has(node.tagName) || 'dataMdIgnore' in node.properties) return [];
	if (droppedClasses.some((name) => hasClass(node, name))) return [];
	if (hasClass(node, 'expressive-code')) return codeBlock(node);
	if (hasClass(node, 'sl-heading-wrapper')) return node.children;
	if (hasClass(node, 'whole-picture')) return node.children;
	if (hasClass(node, 'starlight-aside')) return [aside(node)];
	if (hasClass(node, 'sl-link-card')) return [linkCard(node)];
	if (hasClass(node, 'card')) return card(node);
	if (hasClass(node, 'sl-badge')) return [text(`(${textOf(node).trim()})`)];
	switch (node.tagName) {
		case 'starlight-tabs':
			return tabs(node);
		case 'starlight-file-tree':
			return [fileTree(node)];
		case 'details':
			return details(node);
		case 'th':
		case 'td':
			return [aligned(node)];
		case 'strong':
		case 'b':
		case 'em':
			return outsideSpaces(node);
		default:
			return [node];
	}
}

function tabs(node: Element): ElementContent[] {
	const labels = findAll(node, (child) => child.properties['role'] === 'tab');
	const panels = node.children.filter(
		(child): child is Element => isElement(child) && child.properties['role'] === 'tabpanel',
	);
	return panels.flatMap((panel, index) => [
		element('p', [element('strong', [text(textOf(labels[index]!).trim())])]),
		...panel.children,
	]);
}

function aside(node: Element): Element {
	const kind = classes(node)
		.find((name) => name.startsWith('starlight-aside--'))
		?.replace('starlight-aside--', '');
	const title = findOne(node, (child) => hasClass(child, 'starlight-aside__title'));
	const content = findOne(node, (child) => hasClass(child, 'starlight-aside__content'));
	return element('blockquote', content?.children ?? [], {
		dataAside: kind ?? 'note',
		dataTitle: title ? textOf(title).trim() : '',
	});
}

function linkCard(node: Element): Element {
	const link = findOne(node, (child) => child.tagName === 'a');
	const description = findOne(node, (child) => hasClass(child, 'description'));
	const label = link ? element('a', [text(textOf(link).trim())], link.properties) : text('');
	const words = description ? [text(`: ${textOf(description).trim()}`)] : [];
	return element('p', [label, ...words]);
}

function card(node: Element): ElementContent[] {
	const title = findOne(node, (child) => hasClass(child, 'title'));
	const body = findOne(node, (child) => hasClass(child, 'body'));
	const heading = title ? [element('p', [element('strong', [text(textOf(title).trim())])])] : [];
	return [...heading, ...(body?.children ?? [])];
}

function details(node: Element): ElementContent[] {
	const summary = findOne(node, (child) => child.tagName === 'summary');
	const rest = node.children.filter((child) => child !== summary);
	const title = summary ? [element('p', [element('strong', [text(textOf(summary).trim())])])] : [];
	return [...title, ...rest];
}

function aligned(node: Element): Element {
	const align = /text-align:\s*(left|right|center)/.exec(attribute(node, 'style') ?? '')?.[1];
	return align ? { ...node, properties: { ...node.properties, align } } : node;
}

// Markdown's emphasis cannot begin or end with a space.
function outsideSpaces(node: Element): ElementContent[] {
	const first = node.children[0];
	const last = node.children.at(-1);
	const before = first?.type === 'text' ? /^\s*/.exec(first.value)![0] : '';
	const after = last?.type === 'text' ? /\s*$/.exec(last.value)![0] : '';
	if (first?.type === 'text') first.value = first.value.trimStart();
	if (last?.type === 'text') last.value = last.value.trimEnd();
	const spaced = (space: string) => (space ? [text(' ')] : []);
	return [...spaced(before), node, ...spaced(after)];
}

/** The language of a code block and its title, in the form of a fence. */
export function fenceInfo(node: Element): { lang: string | null; meta: string | null } {
	const title = attribute(node, 'dataTitle');
	return {
		lang: attribute(node, 'dataLanguage') ?? null,
		meta: title ? `title=${JSON.stringify(title)}` : null,
	};
}
