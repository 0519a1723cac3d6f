import { directionOf } from '@feedback/contract/direction';
import type { LauncherToDraw } from '@feedback/contract/wire';

import { describeAppearance } from '../ui/appearance.ts';
import { element } from '../ui/element.ts';
import { cross, icon } from '../ui/icons.ts';
import { makeSheet } from '../ui/make-sheet.ts';
import { chooseWords } from './choose-words.ts';
import css from './launcher.css?inline';

/** A launcher in its own shadow root. */
export type DrawnLauncher = {
	host: HTMLElement;
	root: ShadowRoot;
	/** The box that the visitor sees. */
	box: HTMLElement;
	/** The button that opens the prompt. */
	open: HTMLElement;
	/** Shows and announces that the prompt cannot be displayed. */
	explain(): void;
	/** Ends the explanation. */
	clear(): void;
};

type Hooks = { onOpen(): void; onHide(): void };

/** Draws a launcher, not on the page yet. `adapt` changes its CSS for a place that is not the window. */
export function drawLauncher(
	launcher: LauncherToDraw,
	languages: readonly string[],
	{ onOpen, onHide }: Hooks,
	adapt = (rules: string) => rules,
): DrawnLauncher {
	const { position, appearance } = launcher;
	const { label, words, language } = chooseWords(launcher, languages);
	const host = document.createElement('feedback-launcher');
	const root = host.attachShadow({ mode: 'open' });
	const rules = describeAppearance({
		theme: 'auto',
		font: 'system',
		position: 'center',
		...appearance,
	});
	root.adoptedStyleSheets = [makeSheet(adapt(css)), makeSheet(rules)];
	const open = element(
		'button',
		{
			type: 'button',
			class: 'open',
			part: 'launcher',
			'aria-haspopup': 'dialog',
			lang: label.language,
			dir: label.language ? directionOf(label.language) : 'auto',
		},
		label.text,
	);
	const hide = element(
		'button',
		{ type: 'button', class: 'hide', part: 'launcher-hide', 'aria-label': words.hide },
		icon(cross),
	);
	open.addEventListener('click', onOpen);
	hide.addEventListener('click', onHide);
	const note = element('p', {
		class: 'note',
		role: 'status',
		lang: language,
		dir: directionOf(language),
	});
	const { theme = 'auto' } = appearance;
	const box = element(
		'section',
		{
			// The class of a prompt's box, whose colours the appearance sets.
			class: `panel ${theme} ${position}`,
			'aria-label': label.text,
			lang: language,
			dir: directionOf(language),
		},
		open,
		// An inline button is part of the app.
		position !== 'inline' && hide,
	);
	root.append(box, element('div', { class: `panel ${theme} bubble` }, note));
	return {
		host,
		root,
		box,
		open,
		explain: () => void (note.textContent = words.unavailable),
		clear: () => void (note.textContent = ''),
	};
}
