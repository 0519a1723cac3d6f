import type { Client } from '@feedback/client';
import { createContext } from 'svelte';

import { LiveValue } from '#lib/live/live-value.svelte.ts';

import type { GrantRequest } from './describe-request.ts';

/** What waits for the person, kept up to date on every page. */
export type Pending = LiveValue<GrantRequest[]>;

/** As many as one look reads; nobody has more to decide at once. */
export const mostPending = 100;

export function createPending(client: Client): Pending {
	return new LiveValue(async (signal) => {
		const { items } = await client.listGrantRequests(
			{ state: 'pending', limit: mostPending },
			{ signal },
		);
		return items;
	});
}

export const [getPending, setPending] = createContext<Pending>();
