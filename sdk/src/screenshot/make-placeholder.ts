/** The CSS by which an element takes part in the layout around it. */
const layout = [
	'position top right bottom left float clear z-index visibility',
	'margin-top margin-right margin-bottom margin-left vertical-align order align-self justify-self',
	'grid-row-start grid-row-end grid-column-start grid-column-end',
	'transform transform-origin translate rotate scale',
	'border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius',
	'font-family font-size font-weight line-height',
]
	.join(' ')
	.split(' ');

/** In place of one word of a text. */
const word = 'xxxxx ';

/**
 * An element that takes the place of another one in the picture, black or empty, and contains nothing of it. Texts around
 * it keep their lines.
 */
export function makePlaceholder(element: Element, isBlack: boolean): HTMLElement {
	const style = getComputedStyle(element);
	const isCell = style.display === 'table-cell';
	const placeholder = document.createElement(isCell ? 'td' : 'div');
	for (const name of ['colspan', 'rowspan']) {
		const span = isCell && element.getAttribute(name);
		if (span) placeholder.setAttribute(name, span);
	}
	const set = (name: string, value: string) =>
		placeholder.style.setProperty(name, value, 'important');
	for (const name of layout) set(name, style.getPropertyValue(name));
	if (isBlack) {
		set('background', '#000');
		for (const name of ['color', '-webkit-text-fill-color']) set(name, '#000');
		for (const name of ['text-shadow', 'text-decoration', 'list-style']) set(name, 'none');
	}
	if (style.display === 'inline' && !isReplaced(element)) {
		set('display', 'inline');
		placeholder.textContent = word.repeat((element.textContent?.length ?? 0) / word.length + 1);
		return placeholder;
	}
	const { width, height } = measure(element);
	const isInline = style.display.startsWith('inline');
	// The baseline of a field is that of its text.
	if (isInline && /^(input|select)$/.test(element.localName)) {
		set('display', 'inline-flex');
		set('align-items', 'center');
		placeholder.textContent = 'x';
	} else {
		set('display', isInline ? 'inline-block' : style.display.replace(/flex|grid/, 'block'));
	}
	for (const [name, value] of Object.entries({
		'box-sizing': 'border-box',
		width: `${width}px`,
		height: `${height}px`,
		flex: 'none',
		padding: '0',
		border: '0',
		overflow: 'hidden',
	})) {
		set(name, value);
	}
	return placeholder;
}

function isReplaced(element: Element): boolean {
	return element.matches('input,select,textarea,iframe,frame,object,embed,video,canvas,img,svg');
}

/** Its size in the layout, before transformations. */
function measure(element: Element): { width: number; height: number } {
	const rect = element.getBoundingClientRect();
	if (!(element instanceof HTMLElement)) return rect;
	const { offsetWidth: width, offsetHeight: height } = element;
	// Whole pixels may be too many for the line, so that what follows would wrap.
	const isRounded = Math.abs(rect.width - width) < 1 && Math.abs(rect.height - height) < 1;
	return isRounded ? rect : { width, height };
}
