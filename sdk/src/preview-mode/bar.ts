import type { Rule } from '@feedback/contract/wire';

import { element } from '../ui/element.ts';
import { check, cross, icon } from '../ui/icons.ts';
import { isolate } from '../ui/isolation.ts';
import { makeSheet } from '../ui/make-sheet.ts';
import { keepOnPage } from '../ui/top-layer.ts';
import css from './bar.css?inline';

/** The bar that marks the page as a preview. */
export type Bar = {
	/** Names the previewed revision. */
	title(words: string): void;
	/** Shows the status, and lists the rules of the latest decision. */
	setStatus(words: string, rules?: Rule[]): void;
	/** Shows why the preview is over; from then on, the button closes the bar. */
	end(words: string): void;
};

/** Shows the bar above everything on the page. `onLeave` is called when a person ends the preview. */
export function showBar(onLeave: () => void): Bar {
	const host = document.createElement('feedback-preview-bar');
	const root = host.attachShadow({ mode: 'open' });
	root.adoptedStyleSheets = [makeSheet(css)];
	const heading = element('h2', { id: 'title' }, 'Preview');
	const button = element('button', { type: 'button' }, 'Leave preview');
	const status = element('span', { role: 'status' });
	const summary = element('summary', { class: 'plain' }, status);
	const list = element('ul', {});
	const details = element('details', { open: true }, summary, list);
	const box = element(
		'section',
		{ class: 'bar', 'aria-labelledby': 'title', popover: 'manual' },
		element('div', { class: 'head' }, heading, button),
		details,
	);
	root.append(box);
	const stopping = new AbortController();
	isolate(host, () => {}, stopping.signal);
	keepOnPage(host, box, null, () => {}, stopping.signal);
	button.addEventListener('click', onLeave);
	return {
		title: (words) => void (heading.textContent = words),
		setStatus(words, rules = []) {
			status.textContent = words;
			// Without rules there is nothing to expand.
			summary.className = rules.length ? '' : 'plain';
			list.replaceChildren(...rules.map(drawRule));
		},
		end(words) {
			heading.textContent = 'The preview is over';
			this.setStatus(words);
			button.textContent = 'Close';
			button.removeEventListener('click', onLeave);
			button.addEventListener('click', () => {
				stopping.abort();
				host.remove();
			});
		},
	};
}

function drawRule({ rule, passed, text }: Rule): HTMLElement {
	return element(
		'li',
		{ class: passed ? 'passed' : 'failed' },
		icon(passed ? check : cross),
		element(
			'span',
			{},
			element('span', { class: 'unseen' }, passed ? 'passed: ' : 'failed: '),
			element('span', { class: 'rule' }, `${rule}: `),
			text,
		),
	);
}
