import type { HandleClientError } from '@sveltejs/kit/hooks';

import { ConfigError } from '#lib/config/config.ts';
import { removeUrlSecrets } from '#lib/session/remove-url-secrets.ts';
import { reachesService } from '#lib/shell/reach-service.ts';

/** Runs before the first render, and before a redirect to the sign-in page drops the fragment. */
export function init(): void {
	removeUrlSecrets();
}

/** What the error page says about an error that no page expected; most often a page whose scripts could not be loaded. */
export const handleError: HandleClientError = async ({ kind, error }) => {
	if (kind !== 'unknown') return {};
	if (error instanceof ConfigError) return { message: error.message };
	if (!(await reachesService())) return { isUnreachable: true };
	console.error(error);
	return { message: 'This page could not be shown, because of an error in the dashboard.' };
};
