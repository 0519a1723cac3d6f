/** The middle figure of several; of an even number of figures, the upper of the two. */
export function median(figures: readonly number[]): number {
	return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}
