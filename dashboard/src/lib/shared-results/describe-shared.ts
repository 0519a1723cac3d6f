import type { NewResultLink } from '@feedback/contract';

import { describeFilter } from '#lib/picture/view.ts';
import { readSaved, type SavedInput } from '#lib/saved-filter/saved-filter.ts';

/**
 * Describes exactly whose answers a link shows, and their period: the fields of the page have whole days only.
 *
 * @example
 * describeShared({ trait: ['plan:pro'], days: 45 }, 'UTC'); // 'Filter: plan:pro. Last 45 days.'
 */
export function describeShared(filter: SavedInput, timeZone: string): string {
	const { days, since, until, ...part } = filter as NonNullable<NewResultLink['filter']>;
	const facts = describeFilter(readSaved(part, { timeZone, now: Date.now() }));
	const at = (instant: string) =>
		new Date(instant).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
	const period = [
		...(days === undefined ? [] : [`Last ${days} days.`]),
		...(since === undefined ? [] : [`Since ${at(since)}.`]),
		...(until === undefined ? [] : [`Until ${at(until)}.`]),
	];
	return (period.length > 0 ? [...facts.slice(0, -1), ...period] : facts).join(' ');
}
