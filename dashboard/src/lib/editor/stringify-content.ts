import type { Prompt } from '@feedback/contract';
import { writePromptFile } from '@feedback/contract/prompt-file';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

/** Formats content as a prompt file, even if it is invalid. */
export function stringifyContent(content: PromptContent): string {
	return writePromptFile(JSON.parse(JSON.stringify(content)) as Prompt, 'yaml');
}
