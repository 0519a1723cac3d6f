const kept = [
	'click dblclick contextmenu',
	'pointerdown pointerup mousedown mouseup touchstart touchend touchmove wheel',
	'focusin focusout input change copy cut paste',
]
	.join(' ')
	.split(' ');
const keys = ['keydown', 'keypress', 'keyup'] as const;

/**
 * Keeps what a visitor does inside `host` from the page's own listeners: typing is no shortcut, a click
 * is no "click outside", taking the focus is no escape from a focus lock. Keys go to `onKey` instead,
 * ahead of every listener on the document. Returns how to stop.
 */
export function isolate(host: HTMLElement, onKey: (event: KeyboardEvent) => void): () => void {
	const stop = (event: Event) => event.stopPropagation();
	const take = (event: KeyboardEvent) => {
		if (!event.composedPath().includes(host)) return;
		event.stopImmediatePropagation();
		if (event.type === 'keydown' && !event.isComposing) onKey(event);
	};
	for (const type of kept) host.addEventListener(type, stop, { passive: true });
	for (const type of keys) addEventListener(type, take, true);
	return () => {
		for (const type of keys) removeEventListener(type, take, true);
	};
}
