import type { PromptToDraw } from '@feedback/contract/wire';

import type { DrawHooks } from '../drawing.ts';
import css from './ask-later.css?inline';
import { element, setAttributes } from './element.ts';
import type { Flow } from './flow.ts';
import { makeSheet } from './make-sheet.ts';
import type { Panel } from './panel.ts';
import type { Screen } from './screen.ts';

/** The part of a prompt's view that this changes. */
type View = {
	prompt: PromptToDraw;
	hooks: DrawHooks;
	flow: Flow;
	panel: Panel;
	isOpen: boolean;
	leave(onClosed?: () => void): void;
};

export type OfferAskLater = typeof offerAskLater;

/** Adds to the first question what the visitor can choose instead of an answer. */
export function offerAskLater(view: View, { root }: Screen): void {
	const { prompt, flow, panel } = view;
	const { ask_later: offered } = prompt;
	// After an answer, closing the prompt keeps that answer.
	if (!offered || flow.at() > 0 || Object.keys(flow.answers()).length > 0) return;
	const choices = offered.choices.map(({ days, label }) => {
		const choice = element(
			'button',
			{ type: 'button', class: 'quiet', part: 'later-choice' },
			label,
		);
		choice.addEventListener('click', () => {
			if (!view.isOpen) return;
			view.hooks.onPostpone(days);
			view.leave(view.hooks.onClosed);
		});
		return choice;
	});
	const list = element(
		'div',
		{ class: 'later', id: 'later', role: 'group', 'aria-label': offered.label, hidden: true },
		...choices,
	);
	const toggle = element(
		'button',
		{
			type: 'button',
			class: 'back',
			part: 'later',
			'aria-expanded': 'false',
			'aria-controls': 'later',
		},
		offered.label,
	);
	toggle.addEventListener('click', () => {
		list.hidden = !list.hidden;
		setAttributes(toggle, { 'aria-expanded': String(!list.hidden) });
		if (!list.hidden) choices[0]!.focus({ preventScroll: true });
	});
	panel.adopt(makeSheet(css));
	root.querySelector('.foot')!.prepend(toggle);
	root.after(list);
}
