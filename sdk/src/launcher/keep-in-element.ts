import { toRecord } from '../json.ts';
import type { DrawnLauncher } from './draw-launcher.ts';
import { watchPage } from './watch-page.ts';

/** Elements of the app that open the prompt themselves; in others, the launcher is drawn. */
const buttons = 'button,a,summary,input,[role=button],[role=link],[role=menuitem]';

/**
 * Keeps a launcher in the element that `selector` finds, also after the app draws it again. A button or link of the app opens
 * the prompt itself. Returns a function that shows or hides the launcher; its place stays.
 */
export function keepInElement(
	{ host, box }: DrawnLauncher,
	selector: string,
	onOpen: () => void,
	signal: AbortSignal,
	log: (text: string) => void,
): (isShown: boolean) => void {
	let current: Element | null = null;
	let leaving = new AbortController();

	function look(): void {
		const found = find(selector);
		const isPlaced = found === current && host.isConnected;
		if (isPlaced) return;
		if (found !== current) {
			leaving.abort();
			leaving = new AbortController();
			if (!found) log(`the page has no element "${selector}"`);
			else if (found.matches(buttons)) listen(found);
		}
		current = found;
		const isOwn = !!found?.matches(buttons);
		box.hidden = isOwn;
		// Without an element, it waits outside the page.
		if (!found) host.remove();
		else (isOwn ? document.documentElement : found).append(host);
	}

	function listen(button: Element): void {
		button.addEventListener('click', onOpen, toRecord({ signal: leaving.signal }));
		if (button.hasAttribute('aria-haspopup')) return;
		button.setAttribute('aria-haspopup', 'dialog');
		leaving.signal.addEventListener('abort', () => button.removeAttribute('aria-haspopup'));
	}

	signal.addEventListener('abort', () => leaving.abort());
	watchPage(look, signal);
	look();
	return (isShown) => void box.classList.toggle('kept', !isShown);
}

function find(selector: string): Element | null {
	try {
		return document.querySelector(selector);
	} catch {
		// Not a selector.
		return null;
	}
}
