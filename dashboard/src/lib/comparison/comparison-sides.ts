import { dayInZone, dayStart, shiftDay } from '@feedback/contract';
import type { ComparedSide } from '@feedback/contract';

import { isTrait } from '#lib/response/response-filter.ts';

/** The comparison, as in the URL. */
export type Comparing = {
	by: '' | 'trait' | 'period' | 'revision' | 'variant';
	/** A trait, a number of days, the number of a revision, or the key of a variant. */
	one: string;
	other: string;
};

export const comparedBy: Record<Comparing['by'], string> = {
	'': 'No comparison',
	trait: 'Compare segments',
	period: 'Compare periods',
	revision: 'Compare revisions',
	variant: 'Compare variants',
};

export const comparedDays = ['7', '30', '90'] as const;

/** Reads the comparison from the URL. */
export function readComparing(query: Pick<URLSearchParams, 'get'>): Comparing {
	const text = (key: string) => query.get(key)?.trim() ?? '';
	const by = (Object.keys(comparedBy) as Comparing['by'][]).find((one) => one === text('compare'));
	return { by: by ?? '', one: text('one'), other: text('other') };
}

type Base = Omit<ComparedSide, 'name'>;

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
