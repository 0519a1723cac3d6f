import { toRecord } from '../json.ts';

/** Milliseconds between two looks at a page that changes. */
const pauseMs = 200;

/** Calls `look` a moment after the content of the page has changed, until aborted. */
export function watchPage(look: () => void, signal: AbortSignal): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const soon = () => {
		timer ??= setTimeout(() => {
			timer = undefined;
			look();
		}, pauseMs);
	};
	const observer = new MutationObserver(soon);
	observer.observe(document, {
		subtree: true,
		childList: true,
		attributeFilter: ['open', 'hidden', 'aria-modal'],
	});
	for (const type of ['resize', 'focusin', 'transitionend', 'toggle']) {
		addEventListener(type, soon, toRecord({ capture: true, passive: true, signal }));
	}
	signal.addEventListener('abort', () => {
		observer.disconnect();
		clearTimeout(timer);
	});
	return soon;
}
