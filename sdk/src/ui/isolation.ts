import { toRecord } from '../json.ts';

const kept = [
	'click dblclick contextmenu',
	'pointerdown pointerup mousedown mouseup touchstart touchend touchmove wheel',
	'focusin focusout input change copy cut paste',
]
	.join(' ')
	.split(' ');
const keys = ['keydown', 'keypress', 'keyup'] as const;

/**
 * Hides the visitor's actions inside `host` from the page's own listeners: typing triggers no shortcut, a
 * click is not a "click outside", and taking the focus does not violate a focus lock. Key events are passed to
 * `onKey` instead, ahead of every listener on the document. The signal ends the isolation.
 */
export function isolate(
	host: HTMLElement,
	onKey: (event: KeyboardEvent) => void,
	signal: AbortSignal,
): void {
	// Shortcuts that see a key first skip what can be edited; to them, the target is the host.
	Object.defineProperty(host, 'isContentEditable', toRecord({ value: true }));
	const stop = (event: Event) => event.stopPropagation();
	const take = (event: KeyboardEvent) => {
		if (!event.composedPath().includes(host)) return;
		event.stopImmediatePropagation();
		// Safari reports the Enter that confirms an input method's text after the composition, as key 229.
		const composes = event.isComposing || event.keyCode === 229;
		if (event.type === 'keydown' && !composes) onKey(event);
	};
	for (const type of kept) host.addEventListener(type, stop, toRecord({ passive: true }));
	for (const type of keys) addEventListener(type, take, toRecord({ capture: true, signal }));
}
