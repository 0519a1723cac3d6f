import { arrive } from '#lib/session/arrival.ts';

/** Before anything is drawn, and before a redirect to the sign-in page loses the fragment. */
export function init(): void {
	arrive();
}
