import type { Client } from '@feedback/client';
import { createContext } from 'svelte';

import { LiveValue } from '#lib/live/live-value.svelte.ts';

import type { DestinationRequest } from './describe-destination-request.ts';
import type { GrantRequest } from './describe-request.ts';

export type PendingRequests = { grants: GrantRequest[]; destinations: DestinationRequest[] };

/** The person's pending requests, kept up to date on every page. */
export type Pending = LiveValue<PendingRequests>;

/** The page size of one read; nobody has more pending requests. */
export const maxPending = 100;

export function createPending(client: Client): Pending {
	return new LiveValue(async (signal) => {
		const query = { state: 'pending', limit: maxPending } as const;
		const [grants, destinations] = await Promise.all([
			client.listGrantRequests(query, { signal }),
			client.listDestinationRequests(query, { signal }),
		]);
		return { grants: grants.items, destinations: destinations.items };
	});
}

/** Counts the requests that wait for the person. */
export function countPending({ grants, destinations }: PendingRequests): number {
	return grants.length + destinations.length;
}

export const [getPending, setPending] = createContext<Pending>();
