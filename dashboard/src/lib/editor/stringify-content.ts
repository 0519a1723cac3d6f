import type { Prompt } from '@feedback/contract';
import { writePromptFile } from '@feedback/contract/prompt-file';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

/** What is typed as a prompt file, even where it is not valid yet. */
export function stringifyContent(content: PromptContent): string {
	return writePromptFile(JSON.parse(JSON.stringify(content)) as Prompt, 'yaml');
}
