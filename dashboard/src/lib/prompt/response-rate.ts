import { estimate, limits, sampleShare } from '@feedback/contract';

import { formatNumber } from '#lib/text/format-number.ts';
import { formatPercent } from '#lib/text/format-percent.ts';

export type ResponseRate = {
	/** `41%`, or `3 of 7` if there are too few displays for a rate. */
	text: string;
	/** Explains the figure. */
	note: string;
};

/**
 * Describes the response rate, which is the share of displays that have a response: counts for few displays, otherwise
 * the rate with an interval that stays valid while it is watched.
 *
 * @example
 * describeResponseRate(41, 100).note; // '41 of 100 displays; between 25% and 58%.'
 */
export function describeResponseRate(answered: number, displays: number): ResponseRate {
	if (displays === 0) return { text: '–', note: 'There are no displays.' };
	const counts = `${formatNumber(answered)} of ${formatNumber(displays)}`;
	if (displays < limits.results.leastAnswers) {
		return { text: counts, note: `${counts} displays: too few to estimate a rate.` };
	}
	const { value, low, high } = estimate(sampleShare(answered, displays))!;
	return {
		text: formatPercent(value),
		note: `${counts} displays; between ${formatPercent(low)} and ${formatPercent(high)}.`,
	};
}
