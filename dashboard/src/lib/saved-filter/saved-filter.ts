import { dayInZone, dayStart, periodEnd, periodStart, shiftDay } from '@feedback/contract';
import type { RouteInput, RouteOutput } from '@feedback/contract';

import type { ResponseFilter } from '#lib/response/response-filter.ts';

export type Saved = RouteOutput<'listSavedFilters'>['items'][number];
export type SavedInput = RouteInput<'createSavedFilter'>['filter'];

/** The fields of the response filter that are saved. */
export type SavedFields = Pick<
	ResponseFilter,
	'period' | 'from' | 'to' | 'traits' | 'account' | 'variant' | 'revision' | 'condition'
>;

/** The filter in the URL in its saved form; undefined while it matches everything. */
export function toSaved(filter: SavedFields, timeZone: string): SavedInput | undefined {
	const { period, from, to, traits, account, variant, revision, condition } = filter;
	const saved: SavedInput = {
		...(traits.length > 0 && { trait: traits }),
		...(account && { account }),
		...(variant && { variant }),
		...(revision && { revision: Number(revision) }),
		...(condition && { condition: JSON.parse(condition) as SavedInput['condition'] }),
		...(period !== '' && period !== 'custom' && { days: Number(period) }),
		...(period === 'custom' && from && { since: periodStart(from, timeZone) }),
		...(period === 'custom' && to && { until: periodEnd(to, timeZone) }),
	};
	return Object.keys(saved).length === 0 ? undefined : saved;
}

/**
 * A saved filter in the form of the URL. A period of days that the URL cannot name becomes a period that starts on a
 * fixed day; a time at which no day of the site starts stays an instant.
 */
export function readSaved(
	{ days, since, until, ...part }: Saved['filter'],
	{ timeZone, now }: { timeZone: string; now: number },
): SavedFields {
	const { trait = [], account = '', variant = '', revision, condition } = part;
	return {
		traits: trait,
		account,
		variant,
		revision: revision === undefined ? '' : String(revision),
		condition: condition === undefined ? '' : JSON.stringify(condition),
		...readPeriod(),
	};

	function readPeriod(): Pick<SavedFields, 'period' | 'from' | 'to'> {
		if (days === 7 || days === 30 || days === 90) {
			return { period: `${days}`, from: '', to: '' };
		}
		const dayFrom = (instant: string) => {
			const day = dayInZone(timeZone, Date.parse(instant));
			return Date.parse(dayStart(day, timeZone)) === Date.parse(instant) ? day : undefined;
		};
		const firstDay = since && dayFrom(since);
		const dayAfter = until && dayFrom(until);
		const from = days ? shiftDay(dayInZone(timeZone, now), 1 - days) : (firstDay ?? since ?? '');
		const to = dayAfter ? shiftDay(dayAfter, -1) : (until ?? '');
		return from || to ? { period: 'custom', from, to } : { period: '', from, to };
	}
}

/** Whether the URL has exactly these fields. */
export function isSame(one: SavedFields, other: SavedFields): boolean {
	const keys = Object.keys(other) as (keyof SavedFields)[];
	return keys.every((key) => String(one[key]) === String(other[key]));
}
