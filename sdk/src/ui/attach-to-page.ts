import type { Appearance } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';
import type { AfterPaint } from './after-paint.ts';
import type { OfferAskLater } from './ask-later.ts';
import { setAttributes } from './element.ts';
import { documentOf, findFocused } from './find-focused.ts';
import { isolate } from './isolation.ts';
import type { Panel } from './panel.ts';
import { keepOnPage } from './top-layer.ts';

/** Shows a panel. Returns a function that removes the panel and then calls its callback. */
export type AttachPanel = (
	panel: Panel,
	appearance: Appearance,
	events: { onKey(event: KeyboardEvent): void; onLost(): void },
) => (onClosed?: () => void) => void;

/** Loads the SDK's third file. */
export type LoadMore = () => Promise<{ afterPaint: AfterPaint; offerAskLater: OfferAskLater }>;

/** Milliseconds after which the browser has painted the prompt. */
const paintedAfterMs = 50;
/** Duration of the closing animation, in milliseconds. */
const leaving = 180;

/**
 * Adds a panel to the page, isolated from everything the page does. The returned function removes the panel and
 * restores the focus. Throws when the panel would not be visible: the element for an inline prompt does not
 * exist, or the page or an extension hides the panel.
 */
export const attachToPage =
	(loadMore?: LoadMore): AttachPanel =>
	(panel, appearance, events) => {
		const { host, root, box } = panel;
		const place = appearance.position === 'inline' ? findPlace(appearance.target) : null;
		const stopping = new AbortController();
		const { signal } = stopping;
		const focusBefore = rememberFocus(host, signal);
		isolate(host, events.onKey, signal);
		const enter = keepOnPage(host, box, place, events.onLost, signal);
		// The first check reads only styles, so layout happens in the frame that shows the panel.
		if (!(box.checkVisibility?.() ?? box.getClientRects().length)) {
			stopping.abort();
			host.remove();
			throw new Error('The prompt is hidden by the page.');
		}
		setTimeout(async () => {
			const more = await loadMore?.().catch(() => {});
			if (!signal.aborted) more?.afterPaint(panel, enter, signal);
		}, paintedAfterMs);
		return (onClosed) => {
			stopping.abort();
			if (root.activeElement) focusBefore()?.focus({ preventScroll: true });
			setAttributes(box, { inert: true });
			box.classList.add('leave');
			const remove = () => {
				host.remove();
				onClosed?.();
			};
			setTimeout(remove, matchMedia('(prefers-reduced-motion:reduce)').matches ? 0 : leaving);
		};
	};

/** Remembers the element of the page that last had the focus, also one inside a shadow root or a frame. */
function rememberFocus(host: HTMLElement, signal: AbortSignal): () => HTMLElement | null {
	let before = findFocused(host);
	const remember = () => {
		const { activeElement, body } = document;
		const focused = findFocused(host);
		// The body has the focus after an element inside the prompt was replaced.
		if (focused !== host && focused !== body) before = focused;
		// Inside a frame, the focus moves without an event of this window.
		documentOf(activeElement)?.addEventListener('focusin', remember, toRecord({ signal }));
	};
	for (const type of ['focusin', 'blur']) {
		addEventListener(type, remember, toRecord({ capture: true, signal }));
	}
	return () => before;
}

function findPlace(target = ''): Element {
	const place = target && document.querySelector(target);
	if (place) return place;
	throw new Error(`The page has no element "${target}" for the prompt.`);
}
