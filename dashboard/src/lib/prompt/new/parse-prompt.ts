import { promptSchema } from '@feedback/contract';
import type { Prompt, PromptInput } from '@feedback/contract';

/** Adds the defaults to the content of a prompt. Throws if it is invalid. */
export function parsePrompt(content: PromptInput): Prompt {
	return promptSchema.parse(content);
}
