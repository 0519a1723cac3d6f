import type { Draw } from '../drawing.ts';
import { english } from './english.ts';
import { ask, openVisit } from './visit.ts';
import { pageSheet, putOnPage } from './stage.ts';

/**
 * Draws a prompt: one question at a time, in a shadow root, above the page. Throws when the prompt cannot be
 * seen there: the page has no element for an inline prompt, or hides it.
 *
 * @example
 * const drawing = draw(prompt, {
 * 	onAnswer: (answers, final) => send(answers, final),
 * 	onDismiss: () => confirm('dismissed'),
 * 	onClosed: () => next(),
 * });
 * drawing.close(); // without a hook being called
 */
export const draw: Draw = (prompt, hooks, { debug } = {}) => {
	const { words = english } = prompt;
	const log = (...step: unknown[]) => {
		if (debug) console.debug('[feedback]', ...step);
	};
	const visit = openVisit(prompt, hooks, words, log, pageSheet, putOnPage);
	ask(visit);
	visit.panel.announce(`${words.opened} ${prompt.questions[0]!.title}`);
	return { close: () => visit.leave() };
};
