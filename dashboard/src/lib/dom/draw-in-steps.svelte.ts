import { tick } from 'svelte';

import { nextPaint } from './next-paint.ts';

type Steps = {
	/** Starts at 0, and increases by 1 after each pause. */
	readonly at: number;
	/** Resolves after the last step. */
	readonly all: Promise<void>;
};

/**
 * Renders a large part of a page in several short tasks, so that it appears early and stays responsive. Call it in a
 * component.
 *
 * @param pause lets the browser work between two steps
 * @example
 * const steps = drawInSteps(1);
 * // {#if steps.at >= 1}<BelowTheFold />{/if}
 */
export function drawInSteps(last: number, pause = nextPaint): Steps {
	let at = $state(0);
	let finish!: () => void;
	const all = new Promise<void>((resolve) => (finish = resolve));
	$effect(() => {
		let isGone = false;
		void (async () => {
			for (let next = 1; next <= last && !isGone; next += 1) {
				await pause();
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
