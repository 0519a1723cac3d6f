/** Maximum number of identical lines printed within a window; the others are counted. */
const mostLines = 5;
const windowMs = 10_000;

/**
 * Limits identical lines, because while a disk is full or a database is down, every request fails in the same
 * way. Returns a function that decides whether to print a line.
 *
 * @param sayMore called at the end of a window with the number of lines that were left out
 */
export function createRepeatLimit(
	sayMore: (words: string, more: number, seconds: number) => void,
): (words: string) => boolean {
	const counts = new Map<string, number>();
	const closeWindow = (words: string) => {
		const more = (counts.get(words) ?? 0) - mostLines;
		counts.delete(words);
		if (more > 0) sayMore(words, more, windowMs / 1_000);
	};
	return (words) => {
		const count = (counts.get(words) ?? 0) + 1;
		counts.set(words, count);
		if (count === 1) setTimeout(closeWindow, windowMs, words);
		return count <= mostLines;
	};
}
