export type ResponseRate = {
	/** `41 %`, or `3 of 7` while there are too few to speak of a rate. */
	text: string;
	/** What the figure rests on, in a sentence. */
	note: string;
};

/** Below so many displays a percentage would say more than is known. */
const fewest = 30;

/**
 * Responses for displays, honest about small samples: with few displays the counts, later the share and how
 * far off it may be.
 *
 * @example
 * describeResponseRate(41, 100).note; // '41 of 100 displays; between 32 % and 51 %, with 95 % confidence.'
 */
export function describeResponseRate(responses: number, displays: number): ResponseRate {
	if (displays === 0) return { text: '–', note: 'Nothing was displayed yet.' };
	const counts = `${format(responses)} of ${format(displays)}`;
	if (displays < fewest) {
		return { text: counts, note: `${counts} displays: too few to speak of a rate.` };
	}
	const [low, high] = interval(Math.min(responses, displays), displays);
	return {
		text: percent(responses / displays),
		note: `${counts} displays; between ${percent(low)} and ${percent(high)}, with 95\u00a0% confidence.`,
	};
}

// Wilson's: right for shares near 0 and 1, where the simple one leaves the scale.
function interval(hits: number, all: number): [low: number, high: number] {
	const z = 1.96;
	const share = hits / all;
	const center = share + (z * z) / (2 * all);
	const reach = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
	const scale = 1 + (z * z) / all;
	return [(center - reach) / scale, (center + reach) / scale];
}

function percent(share: number): string {
	// The sign stays with its number at the end of a line.
	return `${Math.round(share * 100)}\u00a0%`;
}

function format(count: number): string {
	return count.toLocaleString('en-GB');
}
