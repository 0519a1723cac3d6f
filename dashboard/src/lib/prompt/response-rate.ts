export type ResponseRate = {
	/** `41 %`, or `3 of 7` if there are too few displays for a rate. */
	text: string;
	/** Explains the figure. */
	note: string;
};

/** Below this number of displays, a percentage would be misleading. */
const minAnswers = 30;

/**
 * Describes the response rate: counts for few displays, otherwise the rate with its confidence interval.
 *
 * @example
 * describeResponseRate(41, 100).note; // '41 of 100 displays; between 32 % and 51 %, with 95 % confidence.'
 */
export function describeResponseRate(responses: number, displays: number): ResponseRate {
	if (displays === 0) return { text: '–', note: 'Nothing was displayed yet.' };
	const counts = `${format(responses)} of ${format(displays)}`;
	if (displays < minAnswers) {
		return { text: counts, note: `${counts} displays: too few to speak of a rate.` };
	}
	const [low, high] = interval(Math.min(responses, displays), displays);
	return {
		text: percent(responses / displays),
		note: `${counts} displays; between ${percent(low)} and ${percent(high)}, with 95\u00a0% confidence.`,
	};
}

// The Wilson interval: unlike the normal one, it stays between 0 and 1.
function interval(hits: number, all: number): [low: number, high: number] {
	const z = 1.96;
	const share = hits / all;
	const center = share + (z * z) / (2 * all);
	const reach = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
	const scale = 1 + (z * z) / all;
	return [(center - reach) / scale, (center + reach) / scale];
}

function percent(share: number): string {
	// Non-breaking space.
	return `${Math.round(share * 100)}\u00a0%`;
}

function format(count: number): string {
	return count.toLocaleString('en-GB');
}
