import { readAll, type Client } from '@feedback/client';

import type { PromptSummary } from './prompt-summary.ts';

/** Every prompt of a site with its content, newest first. */
export async function readPrompts(
	client: Client,
	site: string,
	signal: AbortSignal,
): Promise<PromptSummary[]> {
	const prompts = await readAll((cursor) =>
		client.listPrompts({ site, limit: 200, content: true, cursor }, { signal }),
	);
	return prompts.flatMap(({ content, ...prompt }) => (content ? [{ ...prompt, content }] : []));
}
