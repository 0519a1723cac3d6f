/** The focused element, also inside shadow roots and frames; not inside `host`. */
export function findFocused(host: Element): HTMLElement | null {
	let focused = document.activeElement;
	while (focused && focused !== host) {
		const inner = focused.shadowRoot ?? (focused as Partial<HTMLIFrameElement>).contentDocument;
		// A frame without a focused element focuses its body.
		if (!inner?.activeElement || inner.activeElement.tagName === 'BODY') break;
		focused = inner.activeElement;
	}
	return focused as HTMLElement | null;
}
