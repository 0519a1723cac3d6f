import type { PromptInput } from '@feedback/contract';

export type ButtonName = keyof NonNullable<PromptInput['button_labels']>;

/** What each button of a prompt does, in the editor's words and order. */
export const buttonTitles: Readonly<Record<ButtonName, string>> = {
	next: 'Next question',
	skip: 'Skip question',
	send: 'Send answers',
	back: 'Previous question',
	close: 'Close prompt',
};
