import type { Context } from '../../context.ts';

/** Whether the deletion of a prompt is scheduled. */
export async function isDeleted(
	{ client }: Context,
	site: string,
	prompt: string,
): Promise<boolean> {
	const { scheduled } = await client.previewPromptDeletion({ site, prompt });
	return scheduled !== null;
}
