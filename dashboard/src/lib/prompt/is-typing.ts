/** Whether a key was pressed to type it, or to command something else than the page. */
export function isTyping(event: KeyboardEvent): boolean {
	const { target } = event;
	if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true;
	if (!(target instanceof HTMLElement)) return false;
	return target.matches('input, textarea, select, [contenteditable]') || !!target.closest('dialog');
}
