import { limits } from '@feedback/contract';

/**
 * Cuts a time into the shortest periods of which most have enough answers, and leaves out those with fewer. Empty if
 * fewer than three remain.
 *
 * @param units days, or other parts of the time, in order
 * @param spans lengths that a period may have, in units, the shortest first
 */
export function findEnoughPeriods<Unit>(
	units: readonly Unit[],
	spans: readonly number[],
	countAnswers: (period: Unit[]) => number,
): Unit[][] {
	for (const span of spans) {
		if (units.length / span > limits.results.points) continue;
		const periods = cutPeriods(units, span)
			.map((period) => ({ period, answers: countAnswers(period) }))
			.filter(({ answers }) => answers > 0);
		const enough = periods.filter(({ answers }) => answers >= limits.results.leastAnswers);
		if (enough.length >= 3 && enough.length >= periods.length / 2) {
			return enough.map(({ period }) => period);
		}
	}
	return [];
}

// From the end, so that the newest period is complete.
function cutPeriods<Unit>(units: readonly Unit[], span: number): Unit[][] {
	const periods: Unit[][] = [];
	for (let end = units.length; end > 0; end -= span) {
		periods.unshift(units.slice(Math.max(0, end - span), end));
	}
	return periods;
}
