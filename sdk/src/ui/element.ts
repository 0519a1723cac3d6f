type Child = Node | string | false | undefined;
type Attributes = Record<string, string | number | boolean | undefined>;

/**
 * An HTML element with attributes and children. Words become text nodes, never markup; `false` and
 * `undefined` are left out.
 *
 * @example
 * element('button', { type: 'button', class: 'next' }, words.next);
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Attributes,
	...children: Child[]
): HTMLElementTagNameMap[Tag] {
	const made = document.createElement(tag);
	setAttributes(made, attributes);
	for (const child of children) if (child) made.append(child);
	return made;
}

/** Sets attributes; `true` sets an empty value, and `false` and `undefined` remove the attribute. */
export function setAttributes(target: Element, attributes: Attributes): void {
	for (const [name, value] of Object.entries(attributes)) {
		if (value === undefined || value === false) target.removeAttribute(name);
		else target.setAttribute(name, value === true ? '' : String(value));
	}
}
