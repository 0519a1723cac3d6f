import type { PromptContent } from '#lib/prompt/prompt-content.ts';
import { saveFile } from '#lib/prompt/save-file.ts';

/** Downloads a person's version of a prompt, which may be invalid, as a prompt file. */
export async function downloadMine(content: PromptContent): Promise<void> {
	// Loaded on demand, because the YAML library is large.
	const { stringifyContent } = await import('./stringify-content.ts');
	saveFile(`${content.survey_id || 'prompt'}-mine.yaml`, stringifyContent(content));
}
