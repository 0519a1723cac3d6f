import { untrack } from 'svelte';

import { markRetried } from '#lib/text/retried-errors.ts';

import { pauseWhileVisible } from './pause-while-visible.ts';

const maxIntervalMs = 30_000;

type Following = {
	/** Pause between two polls; failures double it, up to half a minute. */
	intervalMs: number;
	poll: (signal: AbortSignal) => Promise<void>;
	onFailure: (error: unknown) => void;
};

/**
 * Polls immediately, then repeatedly while the page is visible.
 *
 * @returns a function that stops polling and aborts the running request
 */
export function follow({ intervalMs, poll, onFailure }: Following): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	void (async () => {
		for (let failures = 0; !signal.aborted;) {
			try {
				// If this runs in an effect, values that `poll` reads must not restart the effect.
				await untrack(() => poll(signal));
				failures = 0;
			} catch (error) {
				if (signal.aborted) return;
				failures += 1;
				markRetried(error);
				onFailure(error);
			}
			await pauseWhileVisible(Math.min(intervalMs * 2 ** failures, maxIntervalMs), signal);
		}
	})();
	return () => controller.abort();
}
