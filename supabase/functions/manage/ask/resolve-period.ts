import { isDay, limits, type AskedQuery } from '@feedback/contract';

import type { Reply } from './reply.ts';

type Period = Pick<AskedQuery, 'days' | 'from' | 'to'>;

/** The period of a reply; all time if it is none. */
export function resolvePeriod({ days, from, to }: Reply): Period & { leftOut: string[] } {
	const allTime: Period = { days: null, from: null, to: null };
	const isWhole = days !== null && Number.isInteger(days);
	if (isWhole && days >= 1 && days <= limits.results.filterDays) {
		return { ...allTime, days, leftOut: [] };
	}
	const edges = [from, to].filter((edge) => edge !== null);
	const isOrdered = edges.length < 2 || edges[0]! <= edges[1]!;
	if (edges.length > 0 && edges.every(isDay) && isOrdered) {
		return { days: null, from, to, leftOut: [] };
	}
	const isNone = days === null && edges.length === 0;
	const leftOut = `The period: it must be 1 to ${limits.results.filterDays} days up to today, or begin and end with a day.`;
	return { ...allTime, leftOut: isNone ? [] : [leftOut] };
}
