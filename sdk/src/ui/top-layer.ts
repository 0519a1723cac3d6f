import { toRecord } from '../json.ts';
import { findFocused } from './find-focused.ts';
import { findFullScreen } from './find-full-screen.ts';

const modals = 'dialog:modal,[aria-modal=true]';
/** Dialogs that may trap the focus without declaring themselves modal. */
const dialogs = `${modals},[role=dialog],[role=alertdialog]`;
/** Number of times a page may remove the prompt before it stays removed. */
const maxRemovals = 5;

/**
 * Keeps `host` on the page, and its `popover` above everything, until aborted.
 *
 * A modal dialog makes everything around it inert, and other dialogs trap the focus by script. The prompt
 * therefore moves into the open dialog, even inside a shadow root, and out again when the dialog closes.
 * It also moves into an
 * element that is shown in full screen, which makes everything around it inert too. Otherwise the prompt is a child of the root element, because pages replace their body, and hide its children
 * while one of their dialogs is open. With `place`, the prompt stays in that element. `onLost` is called when the
 * page removes the prompt from `place`, or too often from elsewhere. Returns a function that moves the prompt into the
 * part of the page that locks the focus.
 */
export function keepOnPage(
	host: HTMLElement,
	popover: HTMLElement,
	place: Element | null,
	onLost: () => void,
	signal: AbortSignal,
): (place: ParentNode) => void {
	let home: ParentNode | undefined;
	let full: Element | undefined;
	let lock: ParentNode | undefined;
	let removals = 0;
	let waiting = false;
	const update = () => {
		waiting = false;
		const lost = home && !host.isConnected;
		const before = full;
		const shown = findFullScreen();
		full = shown.canContain ? shown.full : undefined;
		const next = place ?? findHome(host, home, full, lock);
		if (lost && (place || ++removals > maxRemovals)) return onLost();
		// What is shown in full screen covers popovers that were open before.
		if (next === home && full === before && !lost) return;
		home = next;
		moveInto(next, host, place ? undefined : popover);
	};
	const later = () => {
		if (!waiting) requestAnimationFrame(() => waiting && update());
		waiting = true;
	};
	update();
	const observer = new MutationObserver(later);
	observer.observe(document, {
		subtree: true,
		childList: true,
		attributeFilter: ['open', 'aria-modal'],
	});
	// The popover's size becomes zero when the dialog around it is hidden.
	const sizes = new ResizeObserver(later);
	sizes.observe(popover);
	for (const type of ['focusin', 'fullscreenchange']) {
		document.addEventListener(type, later, toRecord({ capture: true, signal }));
	}
	signal.addEventListener('abort', () => {
		waiting = false;
		observer.disconnect();
		sizes.disconnect();
	});
	return (around) => {
		lock = around;
		update();
	};
}

function moveInto(parent: ParentNode, host: HTMLElement, popover?: HTMLElement): void {
	const focused = host.shadowRoot!.activeElement as HTMLElement | null;
	parent.append(host);
	// Browsers without popovers draw it by `z-index`.
	popover?.showPopover?.();
	focused?.focus({ preventScroll: true });
}

function findHome(
	host: Element,
	current: ParentNode | undefined,
	full: Element | undefined,
	lock: ParentNode | undefined,
): ParentNode {
	const isReachable = (place: Element) => isVisible(place) && (!full || full.contains(place));
	const lockElement = lock instanceof ShadowRoot ? lock.host : (lock as Element | undefined);
	return (
		dialogAround(findFocused(host), isReachable) ??
		(current instanceof Element && current.matches(dialogs) && isReachable(current)
			? current
			: undefined) ??
		(lockElement && isReachable(lockElement) ? lock : undefined) ??
		[...document.querySelectorAll(modals)].filter(isReachable).at(-1) ??
		full ??
		document.documentElement
	);
}

function dialogAround(
	start: Element | null,
	isReachable: (dialog: Element) => boolean,
): Element | undefined {
	let inner = start;
	while (inner) {
		const dialog = inner.closest(dialogs);
		if (dialog && isReachable(dialog)) return dialog;
		const root = inner.getRootNode();
		inner =
			root === document
				? null
				: root.nodeType === Node.DOCUMENT_NODE
					? ((root as Document).defaultView?.frameElement ?? null)
					: (root as ShadowRoot).host;
	}
	return undefined;
}

function isVisible(modal: Element): boolean {
	return modal.isConnected && modal.getClientRects().length > 0;
}
