import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type Destination = RouteOutput<'getDestination'>;
export type Delivery = RouteOutput<'listDeliveries'>['items'][number];
export type Attempt = RouteOutput<'getDelivery'>['log'][number];

/** Every destination of a site, oldest first. */
export async function readDestinations(
	client: Client,
	site: string,
	signal: AbortSignal,
): Promise<Destination[]> {
	const { items } = await client.listDestinations({ site }, { signal });
	return items;
}
