/** A duration, and its number of occurrences. */
export type TimeCount = { seconds: number; count: number };

/**
 * The time below which this share of all times lies, interpolated between its two neighbours like Postgres'
 * `percentile_cont`. The times must be sorted, and there must be at least one.
 *
 * @example
 * findPercentile([{ seconds: 2, count: 1 }, { seconds: 4, count: 1 }], 0.5); // 3
 */
export function findPercentile(times: readonly TimeCount[], share: number): number {
	const all = times.reduce((sum, { count }) => sum + count, 0);
	const place = share * (all - 1);
	const low = findAt(times, Math.floor(place));
	return low + (findAt(times, Math.ceil(place)) - low) * (place - Math.floor(place));
}

/** The time at a position, counted from zero. */
function findAt(times: readonly TimeCount[], place: number): number {
	let seen = 0;
	for (const { seconds, count } of times) {
		seen += count;
		if (seen > place) return seconds;
	}
	return times.at(-1)!.seconds;
}
