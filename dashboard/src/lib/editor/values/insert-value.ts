/** Opens the menu of values in a text field, as in editors of code. */
export const insertKeys = 'Control+Space';

export function opensValues(event: KeyboardEvent): boolean {
	return event.code === 'Space' && event.ctrlKey && !event.altKey && !event.metaKey;
}

/**
 * Inserts a value at the caret of a text field, which then is where its fallback goes. Returns the text.
 *
 * @example
 * insertAtCaret(input, '{{trait.name | }}'); // 'Hi {{trait.name | }}'
 */
export function insertAtCaret(
	control: HTMLInputElement | HTMLTextAreaElement,
	value: string,
): string {
	const { selectionStart, selectionEnd } = control;
	const from = selectionStart ?? 0;
	control.setRangeText(value, from, selectionEnd ?? 0);
	control.focus();
	const caret = from + value.length - '}}'.length;
	control.setSelectionRange(caret, caret);
	return control.value;
}
