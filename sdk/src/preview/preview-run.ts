import type { PromptWords } from '@feedback/contract/wire';

import type { Answers, PromptOnPage } from '../drawing.ts';
import { offerAskLater } from '../ui/ask-later.ts';
import type { Flow } from '../ui/flow.ts';
import { isolate } from '../ui/isolation.ts';
import type { AttachPanel } from '../ui/attach-to-page.ts';
import { ask, createPromptView, thank, type PromptView } from '../ui/prompt-view.ts';
import type { Frame } from './frame.ts';

/** One run through a previewed prompt; its answers are discarded. */
export type PreviewRun = {
	view: PromptView;
	/** Removes the prompt immediately. */
	stop(): void;
};

/** Shows a prompt in a frame, at the question that an `earlier` flow had reached. */
export function openPreviewRun(
	frame: Frame,
	prompt: PromptOnPage,
	words: PromptWords,
	sheet: CSSStyleSheet,
	earlier: Flow | undefined,
): PreviewRun {
	let focused = false;
	const put: AttachPanel = ({ host, root, box }, _look, { onKey }) => {
		box.removeAttribute('popover');
		frame.place.append(host);
		const isolation = new AbortController();
		isolate(host, onKey, isolation.signal);
		return (onClosed) => {
			focused = !!root.activeElement;
			isolation.abort();
			host.remove();
			onClosed?.();
		};
	};
	const hooks = {
		onAnswer(given: Answers) {
			prompt.answers = given;
		},
		onDismiss() {},
		onPostpone() {},
		onClosed: () => frame.showNote('The prompt has closed.', { focus: focused }),
	};
	const sheets = { base: () => sheet, relations: () => sheet };
	const view = createPromptView(prompt, words, () => {}, sheets, offerAskLater);
	view.enter(put, hooks);
	if (earlier) catchUp(view.flow, earlier);
	prompt.answers = view.flow.answers();
	if (view.flow.question()) ask(view);
	else thank(view);
	return { view, stop: () => view.leave() };
}

/** Replays the answers of an earlier flow, as far as they still lead to the same question. */
function catchUp(flow: Flow, earlier: Flow): void {
	const answers = new Map(Object.entries(earlier.answers()));
	const goal = earlier.question()?.id;
	for (let id = flow.question()?.id; id && id !== goal; id = flow.question()?.id) {
		const answer = answers.get(id);
		if (answer === undefined) return;
		flow.answer(answer);
	}
}
