import type { Attachment } from 'svelte/attachments';

/**
 * Detects whether the person is reading a list: the mouse is over it, something in it has the focus or is open, or
 * its start has scrolled out of view. Touch does not count, because lifting a finger cannot be detected.
 */
export function watchReading(onChange: (reading: boolean) => void): Attachment<HTMLElement> {
	return (list) => {
		const signals = { pointer: false, focus: false, open: false, scrolled: false };
		const update = (changed: Partial<typeof signals>) => {
			Object.assign(signals, changed);
			onChange(Object.values(signals).includes(true));
		};
		const controller = new AbortController();
		let leaving: ReturnType<typeof setTimeout> | undefined;
		const options = { signal: controller.signal };
		list.addEventListener(
			'pointerenter',
			({ pointerType }) => {
				clearTimeout(leaving);
				update({ pointer: pointerType === 'mouse' });
			},
			options,
		);
		// Enough time to reach the button that shows the buffered items.
		list.addEventListener(
			'pointerleave',
			() => (leaving = setTimeout(() => update({ pointer: false }), 1_500)),
			options,
		);
		list.addEventListener('focusin', () => update({ focus: true }), options);
		list.addEventListener(
			'focusout',
			({ relatedTarget }) => update({ focus: list.contains(relatedTarget as Node | null) }),
			options,
		);
		// This event does not bubble.
		list.addEventListener('toggle', () => update({ open: list.querySelector('[open]') !== null }), {
			...options,
			capture: true,
		});
		const beginning = document.createElement('div');
		list.before(beginning);
		const observer = new IntersectionObserver(([seen]) => {
			// A list below the viewport is not being read.
			update({ scrolled: !seen?.isIntersecting && (seen?.boundingClientRect.top ?? 0) <= 0 });
		});
		observer.observe(beginning);
		return () => {
			controller.abort();
			clearTimeout(leaving);
			observer.disconnect();
			beginning.remove();
			onChange(false);
		};
	};
}
