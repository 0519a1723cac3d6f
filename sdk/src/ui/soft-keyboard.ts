import { toRecord } from '../json.ts';

/**
 * Calls `onChange` with the number of pixels that a soft keyboard covers at the bottom of the page, whenever the
 * number changes, until aborted. In browsers that shrink the page instead, nothing is covered.
 */
export function watchSoftKeyboard(onChange: (covered: number) => void, signal: AbortSignal): void {
	const viewport = visualViewport;
	const measure = () => {
		// A pinch zoom also shrinks the visual viewport, but covers nothing.
		if (viewport?.scale === 1) onChange(innerHeight - viewport.height - viewport.offsetTop);
	};
	for (const type of ['resize', 'scroll'])
		viewport?.addEventListener(type, measure, toRecord({ signal }));
}
