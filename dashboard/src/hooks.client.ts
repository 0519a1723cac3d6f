import { removeUrlSecrets } from '#lib/session/remove-url-secrets.ts';

/** Runs before the first render, and before a redirect to the sign-in page drops the fragment. */
export function init(): void {
	removeUrlSecrets();
}
