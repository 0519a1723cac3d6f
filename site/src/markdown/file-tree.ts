import type { Element } from 'hast';

import { element, findOne, hasClass, isElement, text, textOf } from './tree.ts';

/** A file tree as a code block, with two spaces per level. */
export function fileTree(node: Element): Element {
	const list = findOne(node, (child) => child.tagName === 'ul');
	return element('pre', [text(list ? lines(list, 0).join('\n') : '')], { dataLanguage: 'text' });
}

function lines(list: Element, level: number): string[] {
	return list.children.filter(isElement).flatMap((item) => {
		const entry = findOne(item, (child) => hasClass(child, 'tree-entry'));
		const comment = entry && findOne(entry, (child) => hasClass(child, 'comment'));
		const words = comment ? `  ${textOf(comment).trim()}` : '';
		const name = entry ? nameOf(entry) : textOf(item).trim();
		const inner = findOne(item, (child) => child.tagName === 'ul');
		const below = inner ? lines(inner, level + 1) : [];
		return [`${'  '.repeat(level)}${name}${words}`, ...below];
	});
}

/** Only the name: without the icon, its label for screen readers, and the comment. */
function nameOf(entry: Element): string {
	const skipped = ['sr-only', 'comment', 'tree-icon'];
	const read = (node: Element): string =>
		node.children
			.map((child) => {
				if (!isElement(child)) return textOf(child);
				return skipped.some((name) => hasClass(child, name)) ? '' : read(child);
			})
			.join('');
	return read(entry).trim();
}
