/** Whether a key press is text input or belongs to another control. */
export function isTyping(event: KeyboardEvent): boolean {
	const { target } = event;
	if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true;
	if (!(target instanceof HTMLElement)) return false;
	// A checkbox takes the space bar only.
	return (
		target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]') ||
		!!target.closest('dialog')
	);
}
