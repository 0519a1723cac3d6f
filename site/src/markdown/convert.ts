import type { Element, Root } from 'hast';
import { defaultHandlers, toMdast, type Handle } from 'hast-util-to-mdast';
import type {
	BlockContent,
	FootnoteDefinition,
	Link,
	Nodes,
	Paragraph,
	PhrasingContent,
} from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown, type Handle as ToMarkdownHandle } from 'mdast-util-to-markdown';

import { fenceInfo } from './components.ts';
import { attribute, isElement, textOf } from './tree.ts';

/** Kinds of asides, in GitHub's notation. */
const kinds: Record<string, string> = {
	note: 'NOTE',
	tip: 'TIP',
	caution: 'WARNING',
	danger: 'CAUTION',
};

/**
 * The content of a page, simplified by `simplify`, as Markdown. `link` turns an address of the page into
 * the address in the Markdown.
 */
export function toMarkdownText(content: Element, link: (href: string) => string): string {
	const root: Root = { type: 'root', children: content.children };
	const tree = toMdast(root, {
		handlers: { ...handlers, a: anchor(link), img: image(link) },
		nodeHandlers: { comment: () => undefined },
	}) as Nodes;
	return toMarkdown(tree, {
		extensions: [gfmToMarkdown({ tableCellPadding: true, tablePipeAlign: false })],
		bullet: '-',
		emphasis: '_',
		rule: '-',
		fences: true,
		listItemIndent: 'one',
		handlers: { link: writeLink },
	});
}

// Written unescaped: an escaped "&" would be copied along with the address.
const writeLink: ToMarkdownHandle = (node: Link, _parent, state, info) => {
	const exit = state.enter('link');
	const label = state.containerPhrasing(node, { ...info, before: '[', after: ']' });
	exit();
	return `[${label}](${node.url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
};

const handlers: Record<string, Handle> = {
	pre(_state, node: Element) {
		return { type: 'code', ...fenceInfo(node), value: textOf(node) };
	},
	blockquote(state, node: Element) {
		const kind = attribute(node, 'dataAside');
		if (kind === undefined) return defaultHandlers.blockquote(state, node);
		const [first, ...rest] = state.toFlow(state.all(node)) as BlockContent[];
		const title = asideTitle(kind, node);
		if (title.children.length > 1 || first?.type !== 'paragraph') {
			return { type: 'blockquote', children: [title, ...(first ? [first] : []), ...rest] };
		}
		first.children.unshift(...title.children, { type: 'text', value: '\n' });
		return { type: 'blockquote', children: [first, ...rest] };
	},
	kbd: inlineHtml,
	sub: inlineHtml,
	sup(state, node: Element) {
		const reference = node.children.find(
			(child) => isElement(child) && 'dataFootnoteRef' in child.properties,
		);
		if (!reference || !isElement(reference)) return inlineHtml(state, node, undefined);
		const name = footnoteName(attribute(reference, 'href') ?? '');
		return { type: 'footnoteReference', identifier: name, label: name };
	},
	section(state, node: Element) {
		if (!('dataFootnotes' in node.properties)) return state.all(node) as BlockContent[];
		const list = node.children.find((child) => isElement(child) && child.tagName === 'ol');
		const items = list && isElement(list) ? list.children.filter(isElement) : [];
		return items.map((item): FootnoteDefinition => {
			const name = footnoteName(attribute(item, 'id') ?? '');
			const children = state.toFlow(state.all(item)) as BlockContent[];
			return { type: 'footnoteDefinition', identifier: name, label: name, children };
		});
	},
};

function asideTitle(kind: string, node: Element): Paragraph {
	const title = attribute(node, 'dataTitle') ?? '';
	const label: PhrasingContent = { type: 'html', value: `[!${kinds[kind] ?? 'NOTE'}]` };
	if (!title || title.toLowerCase() === kind) return { type: 'paragraph', children: [label] };
	const strong: PhrasingContent = { type: 'strong', children: [{ type: 'text', value: title }] };
	return { type: 'paragraph', children: [label, { type: 'text', value: '\n' }, strong] };
}

function inlineHtml(_state: unknown, node: Element, _parent: unknown) {
	const { tagName } = node;
	return { type: 'html' as const, value: `<${tagName}>${escape(textOf(node))}</${tagName}>` };
}

function escape(value: string): string {
	return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function footnoteName(address: string): string {
	return address.replace(/^#?user-content-fn-/, '');
}

function anchor(link: (href: string) => string): Handle {
	return (state, node: Element) => {
		if ('dataFootnoteBackref' in node.properties) return undefined;
		const url = link(attribute(node, 'href') ?? '');
		return { type: 'link', url, title: null, children: state.all(node) as PhrasingContent[] };
	};
}

function image(link: (href: string) => string): Handle {
	return (_state, node: Element) => ({
		type: 'image',
		url: link(attribute(node, 'src') ?? ''),
		title: null,
		alt: attribute(node, 'alt') ?? '',
	});
}
