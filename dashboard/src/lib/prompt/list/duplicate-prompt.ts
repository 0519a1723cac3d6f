import type { Client } from '@feedback/client';

type Copy = { id: string };

/**
 * Copies the latest revision of a prompt into a new draft, on the same site or on another one.
 *
 * @example
 * await duplicatePrompt(client, { site, prompt, to: site, surveyId: 'ease-copy' }); // { id: '…' }
 */
export async function duplicatePrompt(
	client: Client,
	{ site, prompt, to, surveyId }: { site: string; prompt: string; to: string; surveyId: string },
): Promise<Copy> {
	if (to === site) return client.duplicatePrompt({ site, prompt, survey_id: surveyId });
	const { latest } = await client.getPrompt({ site, prompt });
	return client.createPrompt({ site: to, content: { ...latest.content, survey_id: surveyId } });
}
