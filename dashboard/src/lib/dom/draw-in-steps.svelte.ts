import { tick } from 'svelte';

import { nextPaint } from './next-paint.ts';

type Steps = {
	/** Counts up from 0, by one after each paint. */
	readonly at: number;
	/** Resolves after the last step. */
	readonly all: Promise<void>;
};

/**
 * Renders a large part of a page in several short tasks, so that it appears early and stays responsive. Call it in a
 * component.
 *
 * @example
 * const steps = drawInSteps(1);
 * // {#if steps.at >= 1}<BelowTheFold />{/if}
 */
export function drawInSteps(last: number): Steps {
	let at = $state(0);
	let finish!: () => void;
	const all = new Promise<void>((resolve) => (finish = resolve));
	$effect(() => {
		let isGone = false;
		void (async () => {
			for (let next = 1; next <= last && !isGone; next += 1) {
				await nextPaint();
				at = next;
			}
			await tick();
			finish();
		})();
		return () => (isGone = true);
	});
	return {
		get at() {
			return at;
		},
		all,
	};
}
