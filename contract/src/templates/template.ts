import type { PromptInput } from '../prompt.ts';

/** A prompt to start from. */
export type Template = {
	/** Name of the template on the command line and in URLs. */
	name: string;
	title: string;
	/** When to use it, and for what. */
	about: string;
	content: PromptInput;
};
