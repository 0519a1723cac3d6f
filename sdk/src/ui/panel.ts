import type { PromptToDraw, PromptWords } from '@feedback/contract/wire';

import { element } from './element.ts';
import { cross, icon } from './icons.ts';
import { describeLook } from './look.ts';

const rightToLeft = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i;

/** Newer browsers speak without a second copy of the words on the page. */
type Speaking = HTMLElement & { ariaNotify?(words: string): void };

export type Panel = {
	/** Belongs on the page. */
	host: HTMLElement;
	root: ShadowRoot;
	/** The box that the visitor sees. */
	box: Speaking;
	close: HTMLElement;
	/** Replaces what is in the box, but for the button that closes it. */
	show(...nodes: (Element | false)[]): void;
	/** Says something to assistive technology once it is idle. */
	announce(words: string): void;
	/** Keeps a sheet on a phone this many pixels above the bottom. */
	lift(pixels: number): void;
};

/** An empty panel in a shadow root of its own, not on the page yet. */
export function makePanel(
	{ look, language }: PromptToDraw,
	words: PromptWords,
	base: CSSStyleSheet,
): Panel {
	const host = document.createElement('feedback-prompt');
	const root = host.attachShadow({ mode: 'open' });
	const lifted = new CSSStyleSheet();
	root.adoptedStyleSheets = [base, makeSheet(describeLook(look)), lifted];
	const live = element('p', { class: 'live', role: 'status' });
	const close = element(
		'button',
		{ type: 'button', class: 'close', part: 'close', 'aria-label': words.close },
		icon(cross),
	);
	const box: Speaking = element('section', {
		class: `panel ${look.theme} ${look.position} enter`,
		part: 'panel',
		role: 'dialog',
		'aria-labelledby': 'title',
		lang: language,
		dir: rightToLeft.test(language) ? 'rtl' : 'ltr',
		popover: look.position !== 'inline' && 'manual',
	});
	box.append(live);
	box.addEventListener('animationend', () => box.classList.remove('enter'));
	root.append(box);
	return {
		host,
		root,
		box,
		close,
		show(...nodes) {
			// What comes in with the panel does not come in once more by itself.
			box.classList.toggle('first', !close.parentNode);
			box.replaceChildren(live, ...nodes.filter((node) => node !== false), close);
		},
		announce(words) {
			// A live region only speaks of what changes after it came to be.
			const say = () => (box.ariaNotify ? box.ariaNotify(words) : (live.textContent = words));
			setTimeout(say, 200);
		},
		lift: (pixels) => lifted.replaceSync(`.panel{--covered:${Math.max(0, pixels)}px}`),
	};
}

export function makeSheet(rules: string): CSSStyleSheet {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(rules);
	return sheet;
}
