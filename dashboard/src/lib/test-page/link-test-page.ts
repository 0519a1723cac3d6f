import { resolve } from '$app/paths';
import type { ResolvedPathname } from '$app/types';

/** URL of the page on which people try published prompts, with the event that triggers this one filled in. */
export function linkTestPage(site: string, event: string | undefined): ResolvedPathname {
	const query = event === undefined ? '' : `?${new URLSearchParams({ name: event })}`;
	return `${resolve('/(signed-in)/sites/[site]/events/test-page', { site })}${query}` as ResolvedPathname;
}
