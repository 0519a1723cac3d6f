import { limits, reasonCodes } from '@feedback/contract';
import type { RouteInput } from '@feedback/contract';

import { isEventName, isUuid } from '#lib/text/id-patterns.ts';

type Query = Omit<RouteInput<'listEvents'>, 'site' | 'limit' | 'cursor' | 'after'>;

/** What is typed or chosen to narrow the live tail down; empty texts narrow nothing. */
export type EventFilter = { name: string; reason: string; account: string; visitor: string };

export const eventFilterKeys = ['name', 'reason', 'account', 'visitor'] as const;

export function readEventFilter(query: Pick<URLSearchParams, 'get'>): EventFilter {
	const text = (key: string) => query.get(key)?.trim() ?? '';
	return {
		name: text('name'),
		reason: text('reason'),
		account: text('account'),
		visitor: text('visitor'),
	};
}

/**
 * The filter as the service takes it, and what of it cannot be one, told in a sentence.
 *
 * @example
 * askForEvents({ name: 'a b', reason: '', account: '', visitor: '' }).faults.name; // 'No event can have this name.'
 */
export function askForEvents(filter: EventFilter): {
	query: Query;
	faults: Partial<Record<keyof EventFilter, string>>;
} {
	const query: Query = {};
	const faults: Partial<Record<keyof EventFilter, string>> = {};
	if (filter.name) {
		if (isEventName(filter.name)) query.name = filter.name;
		else faults.name = 'No event can have this name.';
	}
	if (filter.visitor) {
		if (isUuid(filter.visitor)) query.visitor = filter.visitor;
		else faults.visitor = 'A visitor is a UUID, such as an event’s details show it.';
	}
	if (filter.account) {
		if (filter.account.length <= limits.account.id) query.account = filter.account;
		else faults.account = `An account ID has at most ${limits.account.id} characters.`;
	}
	const reason = reasonCodes.find((code) => code === filter.reason);
	if (reason) query.reason = reason;
	return { query, faults };
}
