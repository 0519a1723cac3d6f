import { readAll, type Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type CiToken = RouteOutput<'listCiTokens'>['items'][number];

/** Every CI token of the workspace. */
export function readCiTokens(
	client: Client,
	workspace: string,
	signal: AbortSignal,
): Promise<CiToken[]> {
	return readAll((cursor) => client.listCiTokens({ workspace, limit: 200, cursor }, { signal }));
}
