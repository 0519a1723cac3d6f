import type { RouteInput } from '@feedback/contract';

import { isUuid } from '#lib/text/id-patterns.ts';

export type TextAnswerQuery = Omit<RouteInput<'listTextAnswers'>, 'site' | 'limit' | 'cursor'>;

/** The filter of the inbox, as in the URL; empty strings match everything, but for the status. */
export type InboxFilter = {
	search: string;
	/** Empty for the open ones. */
	status: '' | 'done' | 'all';
	/** UUID. */
	tag: string;
	/** UUID of a tag, or `any`. */
	proposed: string;
	/** UUID of a member, or `none`. */
	assignee: string;
	/** UUID. */
	prompt: string;
};

export function readInboxFilter(query: Pick<URLSearchParams, 'get'>): InboxFilter {
	const text = (key: string) => query.get(key)?.trim() ?? '';
	const uuid = (key: string) => (isUuid(text(key)) ? text(key) : '');
	const status = text('status');
	return {
		search: text('search').slice(0, 200),
		status: status === 'done' || status === 'all' ? status : '',
		tag: uuid('tag'),
		proposed: text('proposed') === 'any' ? 'any' : uuid('proposed'),
		assignee: text('assignee') === 'none' ? 'none' : uuid('assignee'),
		prompt: uuid('prompt'),
	};
}

/** Converts the filter to the query of the list. */
export function toTextAnswerQuery({
	search,
	status,
	tag,
	proposed,
	assignee,
	prompt,
}: InboxFilter): TextAnswerQuery {
	return {
		...(status !== 'all' && { status: status || 'open' }),
		...(search && { search }),
		...(tag && { tag }),
		...(proposed && { proposed }),
		...(assignee && { assignee }),
		...(prompt && { prompt }),
	};
}

/** Whether it shows less than all that is open. */
export function isNarrow({ search, tag, proposed, assignee, prompt }: InboxFilter): boolean {
	return [search, tag, proposed, assignee, prompt].some((value) => value !== '');
}
