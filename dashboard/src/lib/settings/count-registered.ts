import { readAll, type Client } from '@feedback/client';

/** Counts the registered event names of a site. */
export async function countRegistered(client: Client, site: string): Promise<number> {
	const names = await readAll((cursor) => client.listEventNames({ site, limit: 200, cursor }));
	return names.filter(({ state }) => state === 'registered').length;
}
