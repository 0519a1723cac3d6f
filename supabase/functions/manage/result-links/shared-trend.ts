import {
	countOf,
	estimate,
	limits,
	shiftDay,
	type Question,
	type SharedResults,
} from '@feedback/contract';

import type { ValueCount } from '../results/count-answers.ts';
import { sampleAnswers } from '../results/question-trend.ts';
import { sumCounts } from '../results/sum-counts.ts';

export type Point = SharedResults['questions'][number]['trend'][number];

/** Where the last point of a trend ends: the counts of all answers until then. */
export type Base = { day: string; counts: Record<string, number> };

export type SharedTrend = { trend: Point[]; base: Base };

const { leastAnswers, points: mostPoints, sharedLeast } = limits.results;
const weekDays = 7;

/**
 * The trend of a question when its figures are shown for the first time: weeks, combined until each point has enough
 * answers. No answer is left out, and those after the last point are none or enough, so that nobody can compute a
 * small group from the points and the total.
 */
export function startTrend(
	question: Question,
	given: readonly ValueCount[],
	days: readonly string[],
): SharedTrend {
	const byDay = Map.groupBy(given, ({ day }) => day);
	const trend: Point[] = [];
	const bases: Base[] = [{ day: shiftDay(days[0]!, -1), counts: {} }];
	let open: ValueCount[] = [];
	let from = 0;
	for (let end = weekDays; end <= days.length; end += weekDays) {
		open.push(...days.slice(end - weekDays, end).flatMap((day) => byDay.get(day) ?? []));
		const point = describe(question, sumCounts(open), { from: days[from]!, to: days[end - 1]! });
		if (!point) continue;
		trend.push(point);
		bases.push({ day: point.to, counts: add(bases.at(-1)!.counts, sumCounts(open)) });
		[open, from] = [[], end];
	}
	const rest = countAll(sumCounts(given)) - countAll(new Map(Object.entries(bases.at(-1)!.counts)));
	if (rest > 0 && rest < sharedLeast) {
		trend.pop();
		if (bases.length > 1) bases.pop();
	}
	return { trend: trend.slice(-mostPoints), base: bases.at(-1)! };
}

/**
 * The trend when the figures advance: what has come since the last point becomes a point once it is enough. It ends
 * where the figures advance, so the points tell no more than the figures at these times did.
 */
export function extendTrend(
	question: Question,
	{ trend, base }: SharedTrend,
	counts: Record<string, number>,
	today: string,
): SharedTrend {
	const since = new Map(
		[...new Set([...Object.keys(base.counts), ...Object.keys(counts)])].map((value) => [
			value,
			countOf(counts, value) - countOf(base.counts, value),
		]),
	);
	const isGone = [...since.values()].some((count) => count < 0);
	if (isGone || today < shiftDay(base.day, weekDays)) return { trend, base };
	const point = describe(question, since, { from: shiftDay(base.day, 1), to: today });
	if (!point) return { trend, base };
	return { trend: [...trend, point].slice(-mostPoints), base: { day: today, counts } };
}

function describe(
	question: Question,
	counts: ReadonlyMap<string, number>,
	period: Pick<Point, 'from' | 'to'>,
): Point | undefined {
	const answers = countAll(counts);
	const sample = answers < leastAnswers ? null : sampleAnswers(question, counts);
	const found = sample && estimate(sample);
	if (!found) return undefined;
	const { value, low, high } = found;
	return { ...period, answers, score: { value, low, high } };
}

const countAll = (counts: ReadonlyMap<string, number>) =>
	[...counts.values()].reduce((sum, count) => sum + count, 0);

function add(some: Record<string, number>, more: ReadonlyMap<string, number>) {
	const sum = { ...some };
	for (const [value, count] of more) sum[value] = (sum[value] ?? 0) + count;
	return sum;
}
