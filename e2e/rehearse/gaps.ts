/** A time in which nothing happened, in milliseconds of `performance.now()`. */
export type Gap = { from: number; to: number; ms: number };

/** The longest time between two successive moments of this ordered list, starting at `since`. */
export function longestGap(moments: readonly number[], since: number): Gap {
	let longest: Gap = { from: since, to: since, ms: 0 };
	let from = since;
	for (const to of moments) {
		if (to < since) continue;
		if (to - from > longest.ms) longest = { from, to, ms: to - from };
		from = to;
	}
	return longest;
}
