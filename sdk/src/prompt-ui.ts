import type { AnswerRequest, Display } from '@feedback/contract/wire';

import type { Answers, Draw } from './drawing.ts';

/** Draws a prompt. Scripts of earlier releases also take the sending of its answers from here. */
export type PromptUi = {
	draw: Draw;
	streamAnswers?(
		display: Display,
		site: string,
		enqueue: EnqueueAnswers,
		send: SendAnswers,
	): AnswerStream;
};

/** Sends the answers of one display to the service. */
export type AnswerStream = {
	/** All answers so far; `final` when the visitor is done. */
	add(answers: Answers, final: boolean): void;
	/** Sends pending answers now. */
	flush(): void;
	/** The prompt is on the page; `confirm` is called soon after it has been painted. */
	begin(confirm: () => void): void;
};

/** Stores a message to be sent later. */
export type EnqueueAnswers = (id: string, message: AnswerMessage) => void;
/** Stores a message and sends it immediately. */
export type SendAnswers = (id: string, message: AnswerMessage) => Promise<unknown>;

type AnswerMessage = { route: 'answer'; body: AnswerRequest };
