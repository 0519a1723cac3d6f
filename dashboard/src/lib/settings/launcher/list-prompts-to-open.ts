import { readAll, type Client } from '@feedback/client';

/** A prompt that a button can open. */
export type PromptToOpen = {
	surveyId: string;
	name: string;
	isPublished: boolean;
	/** Its limits, or those of the site, can keep visitors from opening it again. */
	isLimited: boolean;
};

/** The prompts of a site except archived ones, published ones first. */
export async function listPromptsToOpen(client: Client, site: string): Promise<PromptToOpen[]> {
	const prompts = await readAll((cursor) =>
		client.listPrompts({ site, limit: 200, content: true, cursor }),
	);
	return prompts
		.filter(({ state }) => state !== 'archived')
		.map(({ survey_id, name, state, content }) => ({
			surveyId: survey_id,
			name,
			isPublished: state === 'published',
			isLimited: content?.limits.show !== 'always' || content.limits.site_limits !== 'ignore',
		}))
		.toSorted((one, other) => Number(other.isPublished) - Number(one.isPublished));
}
