import { isDay } from '@feedback/contract';

import { periods } from './response-filter.ts';
import type { ResponseFilter } from './response-filter.ts';

/**
 * Describes the period of a filter.
 *
 * @example
 * describePeriod({ period: 'custom', from: '2026-03-01', to: '' }); // 'Since 1 March 2026'
 */
export function describePeriod({
	period,
	from,
	to,
}: Pick<ResponseFilter, 'period' | 'from' | 'to'>): string {
	if (period !== 'custom') return periods[period];
	if (from && to) return `${write(from)} to ${write(to)}`;
	if (from) return `Since ${write(from)}`;
	return to ? `Until ${write(to)}` : periods[''];
}

function write(edge: string): string {
	return isDay(edge)
		? new Date(`${edge}T00:00:00Z`).toLocaleDateString('en-GB', {
				dateStyle: 'long',
				timeZone: 'UTC',
			})
		: new Date(edge).toLocaleString('en-GB', {
				dateStyle: 'long',
				timeStyle: 'long',
				timeZone: 'UTC',
			});
}
