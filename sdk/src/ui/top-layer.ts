const modals = 'dialog:modal,[aria-modal=true]';
/** Dialogs that may trap the focus without declaring themselves modal. */
const dialogs = `${modals},[role=dialog],[role=alertdialog]`;
/** Number of times a page may remove the prompt before it stays removed. */
const maxRemovals = 5;

/**
 * Keeps `host` on the page, and its `popover` above everything, until stopped.
 *
 * A modal dialog makes everything around it inert, and other dialogs trap the focus by script. The prompt
 * therefore moves into the open dialog, even inside a shadow root, and out again when the dialog closes.
 * Otherwise the prompt is a child of the root element, because pages replace their body, and hide its children
 * while one of their dialogs is open. With `place`, the prompt stays in that element. `onLost` is called when the
 * page removes the prompt from `place`, or too often from elsewhere.
 */
export function keepOnPage(
	host: HTMLElement,
	popover: HTMLElement,
	place: Element | null,
	onLost: () => void,
): () => void {
	let home: Element | undefined;
	let removals = 0;
	let waiting = false;
	const update = () => {
		waiting = false;
		const lost = home && !host.isConnected;
		const next = place ?? findHome(host, home);
		if (lost && (place || ++removals > maxRemovals)) return onLost();
		if (next === home && !lost) return;
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
	document.addEventListener('focusin', later, true);
	return () => {
		waiting = false;
		observer.disconnect();
		sizes.disconnect();
		document.removeEventListener('focusin', later, true);
	};
}

function moveInto(parent: Element, host: HTMLElement, popover?: HTMLElement): void {
	const focused = host.shadowRoot!.activeElement as HTMLElement | null;
	parent.append(host);
	// Browsers without popovers draw it by `z-index`.
	popover?.showPopover?.();
	focused?.focus({ preventScroll: true });
}

function findHome(host: Element, current: Element | undefined): Element {
	return (
		dialogAround(findFocused(host)) ??
		(current?.matches(dialogs) && isVisible(current) ? current : undefined) ??
		[...document.querySelectorAll(modals)].filter(isVisible).at(-1) ??
		document.documentElement
	);
}

function findFocused(host: Element): Element | null {
	let focused = document.activeElement;
	while (focused !== host && focused?.shadowRoot?.activeElement) {
		focused = focused.shadowRoot.activeElement;
	}
	return focused;
}

function dialogAround(start: Element | null): Element | undefined {
	let inner = start;
	while (inner) {
		const dialog = inner.closest(dialogs);
		if (dialog && isVisible(dialog)) return dialog;
		const root = inner.getRootNode();
		inner = root instanceof ShadowRoot ? root.host : null;
	}
	return undefined;
}

function isVisible(modal: Element): boolean {
	return modal.isConnected && modal.getClientRects().length > 0;
}
