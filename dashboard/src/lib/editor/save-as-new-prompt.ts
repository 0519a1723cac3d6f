import { readAll, type Client } from '@feedback/client';
import type { Prompt } from '@feedback/contract';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';
import { makeSurveyId } from '#lib/prompt/survey-id.ts';

type Version = {
	/** If invalid, the content becomes the unsaved changes of the new prompt. */
	content: PromptContent;
	/** The content as a prompt, or else a revision of it. */
	prompt: Prompt;
};

/**
 * Creates a draft from a person's version of a prompt that is deleted. The draft gets another survey ID if the prompt's
 * survey ID is taken.
 *
 * @example
 * await saveAsNewPrompt(client, site, { content: copy.content, prompt: copy.prompt ?? copy.base.content }); // UUID
 */
export async function saveAsNewPrompt(
	client: Client,
	site: string,
	{ content, prompt }: Version,
): Promise<string> {
	const prompts = await readAll((cursor) => client.listPrompts({ site, limit: 200, cursor }));
	const survey_id = makeSurveyId(
		prompt.survey_id,
		prompts.map((one) => one.survey_id),
	);
	const { id } = await client.createPrompt({ site, content: { ...prompt, survey_id } });
	const mine = { ...content, survey_id };
	if (JSON.stringify(mine) !== JSON.stringify({ ...prompt, survey_id })) {
		await client.saveWorkingCopy({ site, prompt: id, content: mine, base_revision: 1, etag: null });
	}
	return id;
}
