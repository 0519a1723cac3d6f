import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type CiToken = RouteOutput<'listCiTokens'>['items'][number];

/** Every token for pipelines of the workspace, whoever made it. */
export async function readCiTokens(
	client: Client,
	workspace: string,
	signal: AbortSignal,
): Promise<CiToken[]> {
	const tokens: CiToken[] = [];
	let cursor: string | undefined;
	do {
		const page = await client.listCiTokens(
			{ workspace, limit: 200, ...(cursor && { cursor }) },
			{ signal },
		);
		tokens.push(...page.items);
		cursor = page.next ?? undefined;
	} while (cursor);
	return tokens;
}
