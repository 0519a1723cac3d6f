import type { Appearance } from '@feedback/contract/wire';

import { setAttributes } from './element.ts';
import { isolate } from './isolation.ts';
import type { Panel } from './panel.ts';
import { watchSoftKeyboard } from './soft-keyboard.ts';
import { keepOnPage } from './top-layer.ts';

/** Shows a panel. Returns a function that removes the panel and then calls its callback. */
export type AttachPanel = (
	panel: Panel,
	appearance: Appearance,
	events: { onKey(event: KeyboardEvent): void; onLost(): void },
) => (onClosed?: () => void) => void;

/** Duration of the closing animation, in milliseconds. */
const leaving = 180;

/**
 * Adds a panel to the page, isolated from everything the page does. The returned function removes the panel and
 * restores the focus. Throws when the panel would not be visible: the element for an inline prompt does not
 * exist, or the page or an extension hides the panel.
 */
export const attachToPage: AttachPanel = (panel, appearance, events) => {
	const { host, root, box } = panel;
	const place = appearance.position === 'inline' ? findPlace(appearance.target) : null;
	const focusBefore = rememberFocus(root, box);
	const stops = [
		isolate(host, events.onKey),
		keepOnPage(host, box, place, events.onLost),
		watchSoftKeyboard(panel.lift),
	];
	const stop = () => stops.forEach((each) => each());
	// The first check reads only styles, so layout happens in the frame that shows the panel.
	if (!(box.checkVisibility?.() ?? box.getClientRects().length)) {
		stop();
		host.remove();
		throw new Error('The prompt is hidden by the page.');
	}
	return (onClosed) => {
		stop();
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

/** Remembers the element of the page that had the focus before it moved into the prompt. */
function rememberFocus(root: ShadowRoot, box: HTMLElement): () => HTMLElement | undefined {
	let before: HTMLElement | undefined;
	box.addEventListener('focusin', ({ relatedTarget }) => {
		if (relatedTarget && !root.contains(relatedTarget as Node)) {
			before = relatedTarget as HTMLElement;
		}
	});
	return () => before;
}

function findPlace(target = ''): Element {
	const place = target && document.querySelector(target);
	if (place) return place;
	throw new Error(`The page has no element "${target}" for the prompt.`);
}
