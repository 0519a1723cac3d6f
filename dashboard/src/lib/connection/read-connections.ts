import { readAll, type Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type Connection = RouteOutput<'listConnections'>['items'][number];
export type Grant = RouteOutput<'listGrants'>['items'][number];
export type ConnectionWithGrants = Connection & { grants: Grant[] };

/** Every connection of the person with its grants, newest first. */
export async function readConnections(
	client: Client,
	signal: AbortSignal,
): Promise<ConnectionWithGrants[]> {
	const [connections, grants] = await Promise.all([
		readAll((cursor) => client.listConnections({ limit: 200, cursor }, { signal })),
		readAll((cursor) => client.listGrants({ limit: 200, cursor }, { signal })),
	]);
	return connections
		.map((connection) => ({
			...connection,
			grants: grants.filter((grant) => grant.connection === connection.id),
		}))
		.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
}
