/** A label of an axis. */
export type Tick = {
	/** From 0 at the axis's start to 1 at its end. */
	at: number;
	label: string;
};

/**
 * Lists round whole numbers for an axis that counts from 0 to the given number.
 *
 * @example
 * listRoundNumbers(173); // [0, 50, 100, 150]
 */
export function listRoundNumbers(most: number): number[] {
	const least = Math.max(most / 4, 1);
	const power = 10 ** Math.floor(Math.log10(least));
	const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least)!;
	return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

/**
 * Chooses evenly spaced items of a series, including the last.
 *
 * @example
 * chooseEvenly(7, 4); // [0, 2, 4, 6]
 */
export function chooseEvenly(count: number, most: number): number[] {
	const step = Math.max(1, Math.ceil(count / most));
	return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}
