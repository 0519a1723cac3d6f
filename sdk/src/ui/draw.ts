import { en } from '@feedback/contract/english';

import type { Draw, PromptOnPage } from '../drawing.ts';
import { pageSheets } from './sheets.ts';
import { attachToPage, type LoadMore } from './attach-to-page.ts';
import type { OfferAskLater } from './ask-later.ts';
import { ask, createPromptView } from './prompt-view.ts';

/**
 * Renders a prompt in a detached shadow root, one question at a time. The returned function attaches it above the page.
 * It throws if the prompt would not be visible: the page has no element for an inline prompt, or hides that element.
 *
 * @example
 * const drawing = prepareDraw(prompt)(prompt, {
 * 	onAnswer: (answers, final) => send(answers, final),
 * 	onDismiss: () => confirm('dismissed'),
 * 	onPostpone: (days) => confirm('postponed', days),
 * 	onClosed: () => next(),
 * });
 * drawing.close(); // without calling a hook
 */
export function prepareDraw(
	prompt: PromptOnPage,
	debug?: boolean,
	loadMore?: LoadMore,
	offerAskLater?: OfferAskLater,
): Draw {
	const { words = en } = prompt;
	const log = (...step: unknown[]) => {
		if (debug) console.debug('[feedback]', ...step);
	};
	const view = createPromptView(prompt, words, log, pageSheets, offerAskLater);
	ask(view);
	return (_prompt, hooks) => {
		view.enter(attachToPage(loadMore), hooks);
		view.panel.announce(`${words.opened} ${view.flow.question()!.title}`);
		return { close: () => view.leave() };
	};
}
