import { ServiceError } from '@feedback/contract';

/** What browsers send for a sandboxed frame, such as that of the dashboard's test page. */
const opaque = 'null';

/**
 * Headers that allow the page to read the response. Throws `origin_not_allowed` for a page that is not on the
 * site's list; an empty list means any page. A sandboxed frame is never on a list, so a member's token replaces it.
 */
export function allowOrigin(
	origin: string | null,
	origins: readonly string[],
	isMembers: () => boolean,
): Record<string, string> {
	if (origins.length === 0 || (origin === opaque && isMembers())) return anyOrigin;
	if (origin === null || !origins.includes(origin)) {
		throw new ServiceError('origin_not_allowed', {
			hint: `Add ${origin ?? 'the origin of the page'} to the site's origins in the dashboard.`,
		});
	}
	return { ...readable, 'access-control-allow-origin': origin, vary: 'origin' };
}

const readable = {
	'access-control-expose-headers': 'retry-after, x-request-id',
	'cross-origin-resource-policy': 'cross-origin',
};

export const anyOrigin: Record<string, string> = {
	...readable,
	'access-control-allow-origin': '*',
};

/** Whether a page that is not on the list sent the request: it must not read any response, including this error. */
export function isForeign(error: unknown): boolean {
	return error instanceof ServiceError && error.code === 'origin_not_allowed';
}
