import { element } from '../ui/element.ts';
import { makeSheet } from '../ui/make-sheet.ts';
import type { Device } from './contained-sheet.ts';
import css from './frame.css?inline';

/** The box around a previewed prompt. */
export type Frame = {
	/** Parent of the prompt. */
	place: HTMLElement;
	/** Empties the frame. `still`: the next prompt appears without an animation. */
	clear(device: Device, theme: string | undefined, still: boolean): void;
	/** Shows why there is no prompt; with `again`, shows a button that restarts and can receive the focus. */
	showNote(words: string, again?: { focus: boolean }): void;
	remove(): void;
};

/** An empty frame in the given element, in its own shadow root. */
export function makeFrame(parent: Element, onAgain: () => void): Frame {
	const host = document.createElement('feedback-preview');
	const root = host.attachShadow({ mode: 'open' });
	root.adoptedStyleSheets = [makeSheet(css)];
	const place = element('div', { class: 'place' });
	const box = element('div', {}, place);
	root.append(box);
	for (const type of ['click', 'auxclick']) root.addEventListener(type, keepFromLeaving, true);
	parent.append(host);
	return {
		place,
		clear(device, theme = '', still) {
			box.className = `frame ${device} ${theme} ${still ? 'still' : ''}`;
			place.replaceChildren();
		},
		showNote(words, again) {
			const button = element('button', { type: 'button' }, 'Start again');
			button.addEventListener('click', onAgain);
			place.replaceChildren(element('div', { class: 'note' }, words, again && button));
			if (again?.focus) button.focus({ preventScroll: true });
		},
		remove: () => host.remove(),
	};
}

/** Links in a preview must not navigate, because the author would leave the editor. */
function keepFromLeaving(event: Event): void {
	const path = event.composedPath() as Partial<Element>[];
	if (path.some(({ tagName }) => tagName === 'A')) event.preventDefault();
}
