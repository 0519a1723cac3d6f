import type { Destination } from './read-destinations.ts';

type Recipient = NonNullable<Destination['recipients']>[number];

/** Recipients whose confirmation is pending. Recipients who have unsubscribed are not asked again. */
export function listUnconfirmed({ recipients }: Pick<Destination, 'recipients'>): Recipient[] {
	return (recipients ?? []).filter((one) => !one.confirmed && one.unsubscribed_at === null);
}
