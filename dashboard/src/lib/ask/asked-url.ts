import { dayInZone, shiftDay } from '@feedback/contract';
import type { AskedQuery } from '@feedback/contract';

import { isUuid } from '#lib/text/id-patterns.ts';

/** What a question asks to be shown of the filtered responses; the filter itself is as in the list of responses. */
export type AskedView = {
	/** ID of the question whose answers are shown; empty for the first one with figures. */
	question: string;
	/** UUID of a tag; empty for none. */
	tag: string;
	/** What divides the response rate; empty if it is not asked for. */
	by: string;
};

export function readAskedView(query: Pick<URLSearchParams, 'get'>): AskedView {
	const tag = query.get('tag') ?? '';
	return {
		question: query.get('question') ?? '',
		tag: isUuid(tag) ? tag : '',
		by: query.get('rate') ?? '',
	};
}

/** Parameters of the URL for a query: every filter that the query does not have is removed. */
export function toAskedUrl(
	{ prompt, days, from, to, condition, search, tag, question, by }: AskedQuery,
	{ timeZone, now }: { timeZone: string; now: number },
): Record<string, string | undefined> {
	const isUsual = days !== null && [7, 30, 90].includes(days);
	const first = days === null ? from : shiftDay(dayInZone(timeZone, now), 1 - days);
	const hasPeriod = days !== null || from !== null || to !== null;
	return {
		prompt: prompt ?? undefined,
		period: isUsual ? String(days) : hasPeriod ? 'custom' : undefined,
		from: isUsual ? undefined : (first ?? undefined),
		to: to ?? undefined,
		condition: condition === null ? undefined : JSON.stringify(condition),
		search: search ?? undefined,
		tag: tag?.id,
		question: question ?? undefined,
		rate: by ?? undefined,
		state: undefined,
		trait: undefined,
		account: undefined,
		variant: undefined,
		revision: undefined,
		figure: undefined,
	};
}
