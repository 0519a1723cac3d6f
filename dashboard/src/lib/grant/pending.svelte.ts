import type { Client } from '@feedback/client';
import { createContext } from 'svelte';

import { LiveValue } from '#lib/live/live-value.svelte.ts';

import type { GrantRequest } from './describe-request.ts';

/** The person's pending requests, kept up to date on every page. */
export type Pending = LiveValue<GrantRequest[]>;

/** The page size of one read; nobody has more pending requests. */
export const maxPending = 100;

export function createPending(client: Client): Pending {
	return new LiveValue(async (signal) => {
		const { items } = await client.listGrantRequests(
			{ state: 'pending', limit: maxPending },
			{ signal },
		);
		return items;
	});
}

export const [getPending, setPending] = createContext<Pending>();
