import type { AnswerValue, PromptToDraw } from '@feedback/contract/wire';

/** All answers given so far, by question ID; `null` means skipped on purpose. */
export type Answers = Record<string, AnswerValue>;

/** A prompt as it is drawn. */
export type PromptOnPage = PromptToDraw & {
	/**
	 * Those that the visitor has given so far, some of them on the last page. Texts with earlier answers follow them, so
	 * read a text when you draw it.
	 */
	answers?: Answers;
	/** Questions whose prefilled answers are unchanged; missing if the prompt has no such answers. */
	prefilled?: string[];
};

/** Callbacks of a drawing to the SDK. Every hook may be called at any time until `onClosed`. */
export type DrawHooks = {
	/** All answers so far; `final` when the visitor is done. Partial answers are kept too. */
	onAnswer(answers: Answers, final: boolean): void;
	/** The visitor closed the prompt without finishing it. */
	onDismiss(): void;
	/**
	 * The visitor chose to be asked later: one of `prompt.ask_later.choices`. After an answer, it counts as `onDismiss`.
	 */
	onPostpone(days: number): void;
	/** The prompt was removed from the page; another one may now be displayed. */
	onClosed(): void;
};

/** A prompt on the page. */
export type Drawing = {
	/** Removes the prompt from the page without calling a hook. */
	close(): void;
};

/**
 * Draws a prompt: attaches it to the page before it returns, and throws when it cannot.
 *
 * @example
 * const draw: Draw = (prompt, hooks) => {
 * 	const dialog = document.createElement('dialog');
 * 	dialog.textContent = prompt.questions[0]?.title ?? '';
 * 	dialog.addEventListener('close', () => { hooks.onDismiss(); hooks.onClosed(); });
 * 	document.body.append(dialog);
 * 	dialog.show();
 * 	return { close: () => dialog.remove() };
 * };
 */
export type Draw = (
	prompt: PromptOnPage,
	hooks: DrawHooks,
	options?: { debug?: boolean | undefined },
) => Drawing;
