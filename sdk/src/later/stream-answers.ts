import type { AnswerContext, AnswerRequest, Display } from '@feedback/contract/wire';
import { answerSequence } from '@feedback/contract/shared-limits';

import type { Answers, PromptOnPage } from '../drawing.ts';

/** Sends the answers of one display to the service. */
export type AnswerStream = {
	/** All answers so far; `final` when the visitor is done. */
	add(answers: Answers, final: boolean): void;
	/** Sends pending answers now. */
	flush(): void;
	/** The prompt is on the page; `confirm` is called soon after it has been painted. */
	begin(confirm: () => void): void;
	/** Sequence number of the next answers. */
	next(): number;
};

type AnswerMessage = { route: 'answer'; body: AnswerRequest };

const partialIntervalMs = 1_000;
/** Time after which the browser has painted the prompt; building a request earlier would delay the painting. */
const paintedAfterMs = 50;

type Stream = {
	display: Display & { prompt: PromptOnPage };
	site: string;
	/** What the site stores with answers. */
	readContext: () => AnswerContext | undefined;
	/** Stores a message to be sent later. */
	enqueue: (id: string, message: AnswerMessage) => void;
	/** Stores and sends it. */
	send: (id: string, message: AnswerMessage) => Promise<unknown>;
	/** Continues the stream of an earlier page. */
	seq: number | undefined;
};

/** Sends the confirmation of a display, partial answers at most once a second, and the final ones immediately. */
export function streamAnswers({
	display: { id, secret, prompt },
	site,
	readContext,
	enqueue,
	send,
	seq = 1,
}: Stream): AnswerStream {
	const key = `${id}:answer`;
	let latest: { answers: Answers; final: boolean } | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let confirmOnce: (() => void) | undefined;

	const message = () => ({
		route: 'answer' as const,
		body: {
			site,
			display: id,
			secret,
			seq,
			...latest!,
			prefilled: prompt.prefilled,
			context: readContext(),
		},
	});

	function flush(): void {
		clearTimeout(timer);
		timer = undefined;
		confirmOnce?.();
		confirmOnce = undefined;
		if (!latest) return;
		void send(key, message());
		latest = undefined;
		seq++;
	}

	return {
		add(answers, final) {
			if (seq >= answerSequence && !final) return;
			latest = { answers, final };
			// Stored before it is sent, so that nothing is lost if the tab is closed now.
			enqueue(key, message());
			if (final) flush();
			else timer ??= setTimeout(flush, partialIntervalMs);
		},
		flush,
		begin(confirm) {
			confirmOnce = confirm;
			timer ??= setTimeout(flush, paintedAfterMs);
		},
		next: () => seq,
	};
}
