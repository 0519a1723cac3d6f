import { pauseWhileVisible } from './pause-while-visible.ts';

/** Milliseconds until the next request: another one may be counting the same. */
const pauseMs = 250;

/**
 * Reads until all answers are counted: under a filter over very many, each request counts for about a second, and the next
 * one goes on. It waits while the page is hidden.
 *
 * @param onRead gets what is counted each time, but nothing partial once it had everything
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
