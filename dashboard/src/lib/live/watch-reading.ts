import type { Attachment } from 'svelte/attachments';

/**
 * Tells whether somebody is reading a list: the mouse rests on it, something in it has the focus or is opened,
 * or its beginning is scrolled out of sight. Touching it counts for nothing, because a finger is lifted unseen.
 */
export function watchReading(tell: (reading: boolean) => void): Attachment<HTMLElement> {
	return (list) => {
		const signs = { pointer: false, focus: false, open: false, scrolled: false };
		const note = (changed: Partial<typeof signs>) => {
			Object.assign(signs, changed);
			tell(Object.values(signs).includes(true));
		};
		const controller = new AbortController();
		let leaving: ReturnType<typeof setTimeout> | undefined;
		const options = { signal: controller.signal };
		list.addEventListener(
			'pointerenter',
			({ pointerType }) => {
				clearTimeout(leaving);
				note({ pointer: pointerType === 'mouse' });
			},
			options,
		);
		// Long enough to reach the button that shows what is held back.
		list.addEventListener(
			'pointerleave',
			() => (leaving = setTimeout(() => note({ pointer: false }), 1_500)),
			options,
		);
		list.addEventListener('focusin', () => note({ focus: true }), options);
		list.addEventListener(
			'focusout',
			({ relatedTarget }) => note({ focus: list.contains(relatedTarget as Node | null) }),
			options,
		);
		// It does not bubble.
		list.addEventListener('toggle', () => note({ open: list.querySelector('[open]') !== null }), {
			...options,
			capture: true,
		});
		const beginning = document.createElement('div');
		list.before(beginning);
		const observer = new IntersectionObserver(([seen]) => {
			// Below the screen it is not read yet.
			note({ scrolled: !seen?.isIntersecting && (seen?.boundingClientRect.top ?? 0) <= 0 });
		});
		observer.observe(beginning);
		return () => {
			controller.abort();
			clearTimeout(leaving);
			observer.disconnect();
			beginning.remove();
			tell(false);
		};
	};
}
