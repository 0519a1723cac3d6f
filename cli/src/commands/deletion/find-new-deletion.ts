import type { Client } from '@feedback/client';

import type { Deletion } from './delete-one.ts';

/** Returns a function that finds a deletion of responses of the site which was requested after this call. */
export async function findNewDeletion(
	client: Client,
	site: string,
): Promise<() => Promise<Deletion | undefined>> {
	const read = async () => {
		const { items } = await client.listDeletions({ limit: 50 });
		return items.filter((one) => one.kind === 'responses' && one.site === site);
	};
	const before = new Set((await read()).map(({ id }) => id));
	return async () => (await read()).find(({ id }) => !before.has(id));
}
