import type { Client } from '@feedback/client';

import type { PromptSummary } from './figures.ts';

/** Every prompt of a site with what it says, the newest first. */
export async function readPrompts(
	client: Client,
	site: string,
	signal: AbortSignal,
): Promise<PromptSummary[]> {
	const prompts: PromptSummary[] = [];
	let cursor: string | undefined;
	do {
		const page = await client.listPrompts(
			{ site, limit: 200, content: true, ...(cursor && { cursor }) },
			{ signal },
		);
		for (const { content, ...prompt } of page.items) {
			if (content) prompts.push({ ...prompt, content });
		}
		cursor = page.next ?? undefined;
	} while (cursor);
	return prompts;
}
