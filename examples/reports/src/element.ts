/** The element of the page with this ID. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
	const element = document.getElementById(id);
	if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} "${id}".`);
	return element;
}

/** Creates an element with text or other elements in it. Text is not parsed as HTML. */
export function make<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	className: string,
	...content: (string | Node)[]
): HTMLElementTagNameMap[Name] {
	const element = document.createElement(name);
	if (className) element.className = className;
	element.append(...content);
	return element;
}

export function makeButton(label: string, onClick: () => void): HTMLButtonElement {
	const button = make('button', '', label);
	button.type = 'button';
	button.addEventListener('click', onClick);
	return button;
}
