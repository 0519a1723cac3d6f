import { directionOf } from '@feedback/contract/direction';
import type { PromptToDraw, PromptWords } from '@feedback/contract/wire';

import { element } from './element.ts';
import { cross, icon } from './icons.ts';
import { describeAppearance } from './appearance.ts';
import { makeSheet } from './make-sheet.ts';
import type { Sheets } from './sheets.ts';

/** Newer browsers announce a text without a second copy on the page. */
type Speaking = HTMLElement & { ariaNotify?(words: string): void };

export type Panel = {
	/** The element to add to the page. */
	host: HTMLElement;
	root: ShadowRoot;
	/** The box that the visitor sees. */
	box: Speaking;
	close: HTMLElement;
	/** Ends the first state of the opening animation once a frame has shown it. */
	endEntrance(): void;
	/** Replaces the content of the box, except the button that closes it. */
	show(...nodes: (Element | false)[]): void;
	/** Applies a sheet after the others. */
	adopt(sheet: CSSStyleSheet): void;
	/** Includes the CSS of `relations.css`. */
	relate(): void;
	/** Announces a text to assistive technology once it is idle. */
	announce(words: string): void;
};

/** An empty panel in its own shadow root, not on the page yet. */
export function makePanel(
	{ appearance, language }: PromptToDraw,
	words: PromptWords,
	sheets: Sheets,
): Panel {
	const host = document.createElement('feedback-prompt');
	const root = host.attachShadow({ mode: 'open' });
	const adopted = root.adoptedStyleSheets;
	const adopt = (sheet: CSSStyleSheet) => void adopted.push(sheet);
	adopt(sheets.base());
	const rules = describeAppearance(appearance);
	if (rules) adopt(makeSheet(rules));
	const live = element('p', { class: 'live', role: 'status' });
	const close = element(
		'button',
		{ type: 'button', class: 'close', part: 'close', 'aria-label': words.close },
		icon(cross),
	);
	const box: Speaking = element('section', {
		class: `panel ${appearance.theme} ${appearance.position} enter`,
		part: 'panel',
		role: 'dialog',
		'aria-labelledby': 'title',
		lang: language,
		dir: directionOf(language),
		popover: appearance.position !== 'inline' && 'manual',
	});
	box.append(live);
	root.append(box);
	return {
		host,
		root,
		box,
		close,
		endEntrance() {
			requestAnimationFrame(() => setTimeout(() => box.classList.remove('enter')));
		},
		show(...nodes) {
			// The panel animates its first content; only later content needs an animation.
			box.classList.toggle('first', !close.parentNode);
			box.replaceChildren(live, ...nodes.filter((node) => node !== false), close);
		},
		announce(words) {
			// A live region announces only changes after its creation.
			const say = () => (box.ariaNotify ? box.ariaNotify(words) : (live.textContent = words));
			setTimeout(say, 200);
		},
		adopt,
		relate() {
			const sheet = sheets.relations();
			if (!adopted.includes(sheet)) adopt(sheet);
		},
	};
}
