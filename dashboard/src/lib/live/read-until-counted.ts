import { pauseWhileVisible } from './pause-while-visible.ts';

/** Milliseconds until the next request: another request may be counting the same answers. */
const pauseMs = 250;

/**
 * Reads until all answers are counted: if a filter covers very many answers, each request counts for about a second,
 * and the next request continues. Waits while the page is hidden.
 *
 * @param onRead receives each result, but no partial result after a complete one
 */
export async function readUntilCounted<Found extends { counted: number }>(
	read: () => Promise<Found>,
	onRead: (found: Found) => void,
	{ signal, last }: { signal: AbortSignal; last?: Found | undefined },
): Promise<void> {
	for (;;) {
		const found = await read();
		if (found.counted === 1 || last?.counted !== 1) onRead(found);
		if (found.counted === 1) return;
		await pauseWhileVisible(pauseMs, signal);
		signal.throwIfAborted();
	}
}
