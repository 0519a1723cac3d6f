import type { RouteInput } from '@feedback/contract';

import { countPart, readResponseFilter, toResponseQuery } from '#lib/response/response-filter.ts';
import type { ResponseFilter } from '#lib/response/response-filter.ts';
import { isUuid } from '#lib/text/id-patterns.ts';

export type TextAnswerQuery = Omit<RouteInput<'listTextAnswers'>, 'site' | 'limit' | 'cursor'>;

/**
 * The filter of the inbox, as in the URL; empty strings match everything, except for the status. Responses are filtered
 * as on other pages.
 */
export type InboxFilter = Omit<ResponseFilter, 'state'> & {
	/** Empty for open answers. */
	status: '' | 'done' | 'all';
	/** UUID. */
	tag: string;
	/** UUID of a tag, or `any`. */
	proposed: string;
	/** UUID of a member, or `none`. */
	assignee: string;
};

export function readInboxFilter(query: Pick<URLSearchParams, 'get' | 'getAll'>): InboxFilter {
	const text = (key: string) => query.get(key)?.trim() ?? '';
	const uuid = (key: string) => (isUuid(text(key)) ? text(key) : '');
	const status = text('status');
	const { state: _, ...ofResponse } = readResponseFilter(query);
	return {
		...ofResponse,
		status: status === 'done' || status === 'all' ? status : '',
		tag: uuid('tag'),
		proposed: text('proposed') === 'any' ? 'any' : uuid('proposed'),
		assignee: text('assignee') === 'none' ? 'none' : uuid('assignee'),
	};
}

/** Converts the filter to the query of the list, with days in the site's time zone. */
export function toTextAnswerQuery(
	{ status, tag, proposed, assignee, ...ofResponse }: InboxFilter,
	at: { timeZone: string; now: number },
): TextAnswerQuery {
	const { final: _, figure: __, ...query } = toResponseQuery({ ...ofResponse, state: '' }, at);
	return {
		...(status !== 'all' && { status: status || 'open' }),
		...query,
		...(tag && { tag }),
		...(proposed && { proposed }),
		...(assignee && { assignee }),
	};
}

/** Whether the filter excludes some of the open answers. */
export function isNarrow(filter: InboxFilter): boolean {
	return filter.search !== '' || countNarrow(filter) > 0;
}

/** The number of active filters except for the search, which is visible on a phone, too. */
export function countFolded(filter: InboxFilter): number {
	return countNarrow(filter) + (filter.status === '' ? 0 : 1);
}

function countNarrow(filter: InboxFilter): number {
	const { tag, proposed, assignee, prompt, period } = filter;
	return [tag, proposed, assignee, prompt, period].filter(Boolean).length + countPart(filter);
}
