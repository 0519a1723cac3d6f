import { arrive } from '#lib/session/arrival.ts';

/** Runs before the first render, and before a redirect to the sign-in page drops the fragment. */
export function init(): void {
	arrive();
}
