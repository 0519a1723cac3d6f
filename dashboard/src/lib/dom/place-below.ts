export type Alignment = 'start' | 'end';

const edge = 8;

/**
 * Positions an element of the top layer below an anchor, or above it if there is more room, and follows scrolling.
 *
 * @returns a function that stops following
 */
export function placeBelow(
	element: HTMLElement,
	anchor: Element,
	{ align, gap }: { align: Alignment; gap: number },
): () => void {
	function place() {
		const at = anchor.getBoundingClientRect();
		const { offsetWidth: width, offsetHeight: height } = element;
		const { clientWidth, clientHeight } = document.documentElement;
		const wanted = align === 'end' ? at.right - width : at.left;
		const left = Math.max(edge, Math.min(wanted, clientWidth - width - edge));
		const below = at.bottom + gap;
		const above = at.top - gap - height;
		const isBelow = below + height <= clientHeight - edge || at.top < clientHeight - at.bottom;
		const top = isBelow ? Math.min(below, Math.max(edge, clientHeight - height - edge)) : above;
		element.style.left = `${left}px`;
		element.style.top = `${Math.max(edge, top)}px`;
	}
	place();
	const watch = new ResizeObserver(place);
	watch.observe(element);
	addEventListener('scroll', place, { capture: true, passive: true });
	addEventListener('resize', place);
	return () => {
		watch.disconnect();
		removeEventListener('scroll', place, { capture: true });
		removeEventListener('resize', place);
	};
}
