/** Milliseconds after which a thank-you screen closes unless the pointer is on it. */
const idleMs = 5_000;

/**
 * Calls `close` after five seconds in which the pointer was elsewhere and the keyboard was not used inside
 * `panel`.
 */
export function closeWhenIdle(panel: HTMLElement, close: () => void): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const isUsed = () =>
		// On a touch screen an element stays hovered after the tap.
		(matchMedia('(hover:hover)').matches && panel.matches(':hover')) ||
		panel.querySelector(':focus-visible');
	const wait = () => {
		clearTimeout(timer);
		// Checked again, because WebKit reports no `pointerleave` after it has lost the element under the pointer.
		timer = setTimeout(() => (isUsed() ? wait() : close()), idleMs);
	};
	for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout']) {
		panel.addEventListener(type, wait);
	}
	wait();
}
