import type { AnswerValue, QuestionToDraw, PromptWords } from '@feedback/contract/wire';

/** The input for one question. */
export type Control = {
	/** Everything drawn below the question's title. */
	root: HTMLElement;
	/** The element that is labelled by the question's title, if there is one. */
	named?: HTMLElement;
	/** Whether the control needs the CSS of `relations.css`. */
	related?: boolean;
	/** The current answer; `null` when there is none. */
	read(): AnswerValue;
	/** Returns the problem with a given answer, in the prompt's language. */
	check?(): string | undefined;
	/** Instructions for answering, such as how many choices to make. */
	hint?: string;
	/** Label of the button that continues, if the author set one. */
	go?: string;
	/** A link that is the main action, drawn beside the button that continues. */
	link?: HTMLElement;
	/** Handles a key that is pressed in the prompt; `true` if the prompt itself shall not. */
	onKey?(event: KeyboardEvent): boolean;
};

/** A question of one type. */
export type QuestionOf<Type extends QuestionToDraw['type']> = Extract<
	QuestionToDraw,
	{ type: Type }
>;

/** A question that asks for a picture. The file `feedback-picture` adds what draws it. */
export type ScreenshotQuestion = QuestionOf<'screenshot'> & {
	draw(context: ControlContext): Control;
};

/** Data that a control needs besides its question. */
export type ControlContext = {
	/** The earlier answer, if the visitor returned to this question. */
	earlier: AnswerValue | undefined;
	words: PromptWords;
	/** Continues to the next question, for a link that is itself the answer. */
	proceed(): void;
};
