import type { Display } from '@feedback/contract/wire';

import type { Answers } from './drawing.ts';
import type { deliver as Deliver, keep as Keep } from './outbox.ts';

const partialEvery = 1_000;
/** By then the browser has painted the prompt: nobody waits for a request to be put together first. */
const painted = 50;
const highestSequence = 1_000;

/**
 * Tells the service of one display that is on the page: that it is there, partial answers at most once a
 * second, and the final one at once. It comes with the prompt UI, because there is nothing to tell before.
 */
export function streamAnswers(
	{ id, secret }: Display,
	site: string,
	keep: typeof Keep,
	deliver: typeof Deliver,
) {
	const key = `${id}:answer`;
	let seq = 1;
	let latest: { answers: Answers; final: boolean } | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let confirm: (() => void) | undefined;

	const letter = () => ({
		route: 'answer' as const,
		body: { site, display: id, secret, seq, ...latest! },
	});

	/** Sends what is waiting to be sent, now. */
	function send(): void {
		clearTimeout(timer);
		timer = undefined;
		confirm?.();
		confirm = undefined;
		if (!latest) return;
		void deliver(key, letter());
		latest = undefined;
		seq++;
	}

	function add(answers: Answers, final: boolean): void {
		if (seq >= highestSequence && !final) return;
		latest = { answers, final };
		// In storage before it is sent, so that closing the tab now loses nothing.
		keep(key, letter());
		if (final) send();
		else timer ??= setTimeout(send, partialEvery);
	}

	return {
		add,
		send,
		/** The prompt is on the page. */
		begin(tell: () => void): void {
			confirm = tell;
			timer ??= setTimeout(send, painted);
		},
	};
}

export type StreamAnswers = typeof streamAnswers;
