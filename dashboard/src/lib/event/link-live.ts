import { resolve } from '$app/paths';
import type { ResolvedPathname } from '$app/types';

/** URL of the live events of a site, filtered by what is not null or undefined. */
export function linkLive(
	site: string,
	filter: { reason?: string; prompt?: string | null | undefined },
): ResolvedPathname {
	const set = Object.entries(filter).filter(([, value]) => value != null) as [string, string][];
	const query = set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
	return `${resolve('/(signed-in)/sites/[site]/events/live', { site })}${query}` as ResolvedPathname;
}
