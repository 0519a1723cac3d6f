import type { Element, ElementContent } from 'hast';

import type { Section } from '../search/section.ts';
import type { Page } from './page.ts';
import { attribute, isElement, textOf } from './tree.ts';

const blocks = /^(p|li|ul|ol|blockquote|div|section|h[1-6]|dt|dd|table|tr|pre|details|figure)$/;

type Open = { heading: string; id: string; level: number; text: string[]; code: string[] };

/**
 * The sections of a page: the part above the first heading, then one for each h2, h3 and h4.
 * @param aliases readers' words for its sections, by anchor
 */
export function readSections(page: Page, aliases: ReadonlyMap<string, string>): Section[] {
	const top = { heading: page.title, id: '_top', level: 1, text: [page.description], code: [] };
	const sections: Open[] = [top];
	collect(page.content.children, sections);
	const written = sections.map((section, index) => ({
		title: page.title,
		heading: section.heading,
		trail: trailOf(sections, index),
		text: clean(section.text.join(' ')),
		code: section.code.join('\n'),
		aliases: aliases.get(section.id) ?? '',
		path: `${page.path}#${section.id}`,
		package: page.package,
		version: page.version,
	}));
	// A heading that is followed only by smaller headings answers nothing.
	return written.filter(({ text, code }) => text !== '' || code !== '');
}

function collect(children: ElementContent[], sections: Open[]): void {
	for (const child of children) {
		const open = sections.at(-1)!;
		if (child.type === 'text') open.text.push(child.value);
		// Examples repeat the same names in every section, and would outweigh the section that explains a name.
		if (!isElement(child) || 'dataSearchIgnore' in child.properties) continue;
		const id = attribute(child, 'id');
		if (/^h[234]$/.test(child.tagName) && id !== undefined) {
			const level = Number(child.tagName[1]);
			sections.push({ heading: clean(textOf(child)), id, level, text: [], code: [] });
		} else if (child.tagName === 'pre') {
			open.code.push(textOf(child));
		} else if (hasBlocks(child)) {
			collect(child.children, sections);
		} else {
			open.text.push(inlineText(child));
		}
	}
}

function hasBlocks(node: Element): boolean {
	return node.children.some(
		(child) => isElement(child) && (blocks.test(child.tagName) || hasBlocks(child)),
	);
}

/** Text of one block; the cells of a row stay separate. */
function inlineText(node: Element): string {
	if (node.tagName !== 'tr') return textOf(node);
	return `${node.children.filter(isElement).map(textOf).join(' · ')}.`;
}

function trailOf(sections: Open[], index: number): string {
	const trail: string[] = [];
	let level = sections[index]!.level;
	for (const section of sections.slice(1, index).reverse()) {
		if (section.level >= level) continue;
		trail.unshift(section.heading);
		level = section.level;
	}
	return trail.join(' › ');
}

function clean(words: string): string {
	return words.replace(/\s+/g, ' ').trim();
}
