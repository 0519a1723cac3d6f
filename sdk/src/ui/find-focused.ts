/** The focused element, also inside shadow roots and frames; not inside `host`. */
export function findFocused(host: Element): HTMLElement | null {
	let focused = document.activeElement;
	while (focused && focused !== host) {
		const inner: DocumentOrShadowRoot | null | undefined =
			focused.shadowRoot ?? documentOf(focused);
		// A frame without a focused element focuses its body.
		if (!inner?.activeElement || inner.activeElement.tagName === 'BODY') break;
		focused = inner.activeElement;
	}
	return focused as HTMLElement | null;
}

/** The document inside a frame; nothing for other elements, or when its origin is another one. */
export function documentOf(frame: Element | null): Document | null | undefined {
	return frame?.tagName === 'IFRAME' ? (frame as HTMLIFrameElement).contentDocument : undefined;
}
