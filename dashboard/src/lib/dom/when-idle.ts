/**
 * Starts what the first content of a page need not wait for, such as a poll, once the browser has nothing else to do.
 *
 * @param start returns a function that stops it
 * @returns a function that stops it, or keeps it from starting
 */
export function whenIdle(start: () => () => void): () => void {
	let stop: (() => void) | undefined;
	const begin = () => (stop = start());
	// Not every browser can tell.
	const canTell = 'requestIdleCallback' in globalThis;
	const waiting = canTell ? requestIdleCallback(begin, { timeout: 2_000 }) : setTimeout(begin, 500);
	return () => {
		if (canTell) cancelIdleCallback(waiting as number);
		else clearTimeout(waiting);
		stop?.();
	};
}
