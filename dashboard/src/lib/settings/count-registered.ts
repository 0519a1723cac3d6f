import type { Client } from '@feedback/client';

/** How many event names of the site are registered. */
export async function countRegistered(client: Client, site: string): Promise<number> {
	let count = 0;
	let cursor: string | undefined;
	do {
		const page = await client.listEventNames({ site, limit: 200, ...(cursor && { cursor }) });
		count += page.items.filter(({ state }) => state === 'registered').length;
		cursor = page.next ?? undefined;
	} while (cursor);
	return count;
}
