import type { PromptInput } from '../prompt.ts';

/** A prompt to start from. */
export type Template = {
	/** Names the template on the command line and in addresses. */
	name: string;
	title: string;
	/** When it asks, and what for. */
	about: string;
	content: PromptInput;
};
