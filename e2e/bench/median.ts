/** The middle one of several figures, of an even number the upper one. */
export function median(figures: readonly number[]): number {
	return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}
