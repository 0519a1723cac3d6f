/**
 * Copies a text; resolves to whether the browser allowed it. Pages without https have no clipboard, but can copy the
 * selection.
 * @param beside an element of the open dialog, if one is open: nothing outside it can be selected
 */
export async function copyText(
	text: string,
	beside: Element = document.body.lastElementChild!,
): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return copySelected(text, beside);
	}
}

function copySelected(text: string, beside: Element): boolean {
	const focused = document.activeElement;
	const field = document.createElement('textarea');
	field.value = text;
	field.readOnly = true;
	field.className = 'fixed top-0 opacity-0';
	beside.after(field);
	field.select();
	// Deprecated, but the only method without https.
	const isCopied = document.execCommand('copy');
	field.remove();
	if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
	return isCopied;
}
