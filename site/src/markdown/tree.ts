import type { Element, ElementContent, Nodes, Root } from 'hast';

// The few queries on a tree of elements that the conversion needs.

export function isElement(node: Nodes | undefined): node is Element {
	return node?.type === 'element';
}

export function hasClass(node: Nodes, name: string): boolean {
	if (!isElement(node)) return false;
	const names = node.properties['className'];
	return Array.isArray(names) && names.includes(name);
}

export function classes(node: Element): string[] {
	const names = node.properties['className'];
	return Array.isArray(names) ? names.map(String) : [];
}

/** The attribute as text; parsed names, such as `dataLanguage` for `data-language`. */
export function attribute(node: Element, name: string): string | undefined {
	const value = node.properties[name];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Every element below the node, outermost first, that the test accepts. */
export function findAll(node: Root | Element, test: (element: Element) => boolean): Element[] {
	const found: Element[] = [];
	for (const child of node.children) {
		if (!isElement(child)) continue;
		if (test(child)) found.push(child);
		found.push(...findAll(child, test));
	}
	return found;
}

export function findOne(
	node: Root | Element,
	test: (element: Element) => boolean,
): Element | undefined {
	for (const child of node.children) {
		if (!isElement(child)) continue;
		const found = test(child) ? child : findOne(child, test);
		if (found) return found;
	}
	return undefined;
}

export function textOf(node: Nodes): string {
	if (node.type === 'text') return node.value;
	return 'children' in node ? node.children.map(textOf).join('') : '';
}

export function element(
	tagName: string,
	children: ElementContent[] = [],
	properties: Element['properties'] = {},
): Element {
	return { type: 'element', tagName, properties, children };
}

export function text(value: string): ElementContent {
	return { type: 'text', value };
}

/**
 * Rebuilds the tree from the innermost elements outward: `change` replaces each element. Elements that are
 * `whole` are passed unchanged.
 */
export function rebuild(
	node: Element,
	change: (element: Element) => ElementContent[],
	whole: (element: Element) => boolean,
): Element {
	const children = node.children.flatMap((child) => {
		if (!isElement(child)) return [child];
		return change(whole(child) ? child : rebuild(child, change, whole));
	});
	return { ...node, children };
}
