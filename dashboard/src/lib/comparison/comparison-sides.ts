import { dayInZone, dayStart, shiftDay } from '@feedback/contract';
import type { ComparedSide } from '@feedback/contract';

import { isTrait } from '#lib/response/response-filter.ts';

import type { Comparing } from './comparing.ts';

/** The filter of the page, within which both sides are. */
export type Base = Omit<ComparedSide, 'name'>;

/** Returns both sides of a comparison within the filter of the page; undefined while a side is missing. */
export function toSides(
	{ by, one, other }: Comparing,
	base: Base,
	{ timeZone, now }: { timeZone: string; now: number },
): { one: ComparedSide; other: ComparedSide } | undefined {
	switch (by) {
		case '':
			return undefined;
		case 'period':
			return toPeriods(Number(one) || 30, base, timeZone, now);
		case 'trait': {
			if (!isTrait(one) || !isTrait(other)) return undefined;
			const traits = [base.trait ?? []].flat();
			return {
				one: { ...base, trait: [...traits, one], name: one.slice(0, 60) },
				other: { ...base, trait: [...traits, other], name: other.slice(0, 60) },
			};
		}
		case 'revision': {
			const [first, second] = [Number(one), Number(other)];
			if (!(first > 0 && second > 0)) return undefined;
			return {
				one: { ...base, revision: first, name: `Revision ${first}` },
				other: { ...base, revision: second, name: `Revision ${second}` },
			};
		}
		case 'variant':
			if (one === '' || other === '') return undefined;
			return {
				one: { ...base, variant: one, name: one },
				other: { ...base, variant: other, name: other },
			};
	}
}

function toPeriods(
	days: number,
	{ since: _, until: __, ...base }: Base,
	zone: string,
	now: number,
) {
	const first = shiftDay(dayInZone(zone, now), 1 - days);
	return {
		one: { ...base, since: dayStart(first, zone), name: `The last ${days} days` },
		other: {
			...base,
			since: dayStart(shiftDay(first, -days), zone),
			until: dayStart(first, zone),
			name: `The ${days} days before`,
		},
	};
}
