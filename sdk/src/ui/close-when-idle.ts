/** Milliseconds after which a thank-you screen closes unless the pointer is on it. */
const idleMs = 5_000;

/**
 * Calls `close` after five seconds in which the pointer was elsewhere and the keyboard was not used inside
 * `panel`.
 */
export function closeWhenIdle(panel: HTMLElement, close: () => void): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const wait = () => {
		clearTimeout(timer);
		// On a touch screen an element stays hovered after the tap.
		const pointed = matchMedia('(hover:hover)').matches && panel.matches(':hover');
		if (!pointed && !panel.querySelector(':focus-visible')) timer = setTimeout(close, idleMs);
	};
	for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout']) {
		panel.addEventListener(type, wait);
	}
	wait();
}
