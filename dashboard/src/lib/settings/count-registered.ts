import { readAll, type Client } from '@feedback/client';

/** How many event names of the site are registered. */
export async function countRegistered(client: Client, site: string): Promise<number> {
	const names = await readAll((cursor) => client.listEventNames({ site, limit: 200, cursor }));
	return names.filter(({ state }) => state === 'registered').length;
}
