import { untrack } from 'svelte';

const longestPause = 30_000;

type Following = {
	/** Milliseconds between two looks; failures double it, up to half a minute. */
	every: number;
	look: (signal: AbortSignal) => Promise<void>;
	onFailure: (error: unknown) => void;
};

/**
 * Looks at once, then again and again while the page is visible.
 *
 * @returns stops it; what is under way is aborted.
 */
export function follow({ every, look, onFailure }: Following): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	void (async () => {
		for (let failures = 0; !signal.aborted;) {
			try {
				// Within an effect, what it reads must not begin it all over.
				await untrack(() => look(signal));
				failures = 0;
			} catch (error) {
				if (signal.aborted) return;
				failures += 1;
				onFailure(error);
			}
			await pauseWhileVisible(Math.min(every * 2 ** failures, longestPause), signal);
		}
	})();
	return () => controller.abort();
}

// Ends when the time is over and the page is seen, or when it is seen again, or at the abort.
function pauseWhileVisible(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		let over = false;
		const timer = setTimeout(() => {
			over = true;
			if (!document.hidden) end();
		}, milliseconds);
		function onVisible() {
			if (!document.hidden && over) end();
		}
		function end() {
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', onVisible);
			signal.removeEventListener('abort', end);
			resolve();
		}
		document.addEventListener('visibilitychange', onVisible);
		signal.addEventListener('abort', end);
	});
}
