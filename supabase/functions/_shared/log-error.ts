/** Lines with the same words that are printed within a window; the others are counted. */
const mostLines = 5;
const windowMs = 10_000;

const counts = new Map<string, number>();

/**
 * Prints an error under the request's id. While a disk is full or a database is down every request fails alike:
 * of the same words only the first lines are printed, and then how many followed.
 */
export function logError(requestId: string, words: string): void {
	const count = (counts.get(words) ?? 0) + 1;
	counts.set(words, count);
	if (count <= mostLines) console.error(`${requestId} ${words}`);
	if (count === 1) setTimeout(closeWindow, windowMs, words);
}

function closeWindow(words: string): void {
	const more = (counts.get(words) ?? 0) - mostLines;
	counts.delete(words);
	if (more > 0) console.error(`${more} more within ${windowMs / 1_000} s: ${words}`);
}
