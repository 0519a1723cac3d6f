// The SDK's file for the button that is always on the page, loaded once an idle page has one.
import type { LauncherToDraw } from '@feedback/contract/wire';

import { toJson, toRecord } from '../json.ts';
import { isolate } from '../ui/isolation.ts';
import { drawLauncher, type DrawnLauncher } from './draw-launcher.ts';
import { focusPrompt } from './focus-prompt.ts';
import type { LauncherModule, LauncherPage } from './interface.ts';
import { keepAside } from './keep-aside.ts';
import { keepInElement } from './keep-in-element.ts';
import { readLauncher } from './read-launcher.ts';

/** Milliseconds for which it is said that the prompt cannot be displayed. */
const explainMs = 6_000;

/** A launcher on the page. */
type Placed = {
	/** Shows it, or hides it for as long as a prompt is open. */
	show(isShown: boolean): void;
	remove(): void;
};

export const startLauncher: LauncherModule['startLauncher'] = (page) => {
	let placed: Placed | undefined;
	let described = '';

	function update(): void {
		const launcher = readLauncher(page.find());
		const description = toJson(launcher);
		if (description !== described) {
			placed?.remove();
			placed = launcher && place(page, launcher, update);
			described = description;
		}
		placed?.show(!page.presenter.isBlocked());
	}

	page.presenter.watchers.add(update);
	// Another tab may have hidden it.
	addEventListener('storage', update);
	update();
	return { update };
};

function place(
	{ core, presenter, show: showPrompt }: LauncherPage,
	launcher: LauncherToDraw,
	onHidden: () => void,
): Placed {
	const stopping = new AbortController();
	const { signal } = stopping;
	let isOpening = false;
	/** The button gets the focus back when the prompt has been closed. */
	let hasOpened = false;
	let timer: ReturnType<typeof setTimeout>;

	const languages = [core.settings().language ?? [], navigator.languages].flat();
	const drawn = drawLauncher(launcher, languages, {
		onOpen: () => void open(),
		onHide() {
			core.write('launcher_hidden', Date.now());
			onHidden();
		},
	});
	isolate(drawn.host, () => {}, signal);

	async function open(): Promise<void> {
		if (isOpening || presenter.isBlocked()) return;
		isOpening = true;
		drawn.open.setAttribute('aria-disabled', 'true');
		clearTimeout(timer);
		drawn.clear();
		const isFocused = !!drawn.root.activeElement;
		const isShown = await showPrompt(launcher.survey_id).catch(() => false);
		isOpening = false;
		drawn.open.removeAttribute('aria-disabled');
		if (isShown) {
			hasOpened = isFocused;
			focusPrompt();
		} else {
			drawn.explain();
			timer = setTimeout(drawn.clear, explainMs);
		}
	}

	const { target } = launcher;
	const show =
		target === undefined
			? keepAside(drawn, signal)
			: keepInElement(
					drawn,
					target,
					() => void open(),
					signal,
					(text) => core.log('launcher', text),
				);
	return {
		show(isShown) {
			show(isShown);
			if (!isShown || !hasOpened) return;
			hasOpened = false;
			if (document.activeElement === document.body) focus(drawn);
		},
		remove() {
			clearTimeout(timer);
			stopping.abort();
			drawn.host.remove();
		},
	};
}

function focus({ open }: DrawnLauncher): void {
	open.focus(toRecord<FocusOptions>({ preventScroll: true }));
}
