import { limits, reasonCodes } from '@feedback/contract';
import type { RouteInput } from '@feedback/contract';

import { isEventName, isPromptName, isUuid } from '#lib/text/id-patterns.ts';

type Query = Omit<RouteInput<'listEvents'>, 'site' | 'limit' | 'cursor' | 'after'>;

/** The filter of the live tail; empty strings match everything. */
export type EventFilter = {
	name: string;
	reason: string;
	account: string;
	visitor: string;
	/** Survey ID. */
	prompt: string;
};

export const eventFilterKeys = ['name', 'reason', 'account', 'visitor', 'prompt'] as const;

export function readEventFilter(query: Pick<URLSearchParams, 'get'>): EventFilter {
	const text = (key: string) => query.get(key)?.trim() ?? '';
	return {
		name: text('name'),
		reason: text('reason'),
		account: text('account'),
		visitor: text('visitor'),
		prompt: text('prompt'),
	};
}

/**
 * Converts the filter to a query, and describes its errors.
 *
 * @example
 * const filter = readEventFilter(new URLSearchParams({ name: 'a b' }));
 * toEventQuery(filter).errors; // { name: 'This is not a valid event name.' }
 */
export function toEventQuery(filter: EventFilter): {
	query: Query;
	errors: Partial<Record<keyof EventFilter, string>>;
} {
	const query: Query = {};
	const errors: Partial<Record<keyof EventFilter, string>> = {};
	if (filter.name) {
		if (isEventName(filter.name)) query.name = filter.name;
		else errors.name = 'This is not a valid event name.';
	}
	if (filter.visitor) {
		if (isUuid(filter.visitor)) query.visitor = filter.visitor;
		else errors.visitor = 'A visitor ID is a UUID. The details of an event show it.';
	}
	if (filter.account) {
		if (filter.account.length <= limits.account.id) query.account = filter.account;
		else errors.account = `An account ID has at most ${limits.account.id} characters.`;
	}
	if (filter.prompt) {
		if (isPromptName(filter.prompt)) query.prompt = filter.prompt;
		else errors.prompt = 'This is not a survey ID.';
	}
	const reason = reasonCodes.find((code) => code === filter.reason);
	if (reason) query.reason = reason;
	return { query, errors };
}
