/**
 * The page to open after signing in: always a page of the dashboard.
 *
 * @example
 * readNextPage(new URL('https://app.example/sign-in?next=/sites/1/overview')); // '/sites/1/overview'
 */
export function readNextPage(url: URL): string {
	const next = url.searchParams.get('next') ?? '/';
	const target = URL.canParse(next, url.origin) ? new URL(next, url.origin) : undefined;
	if (!next.startsWith('/') || target?.origin !== url.origin) return '/';
	return target.pathname + target.search;
}

/** Parameter of the sign-in page: the session ended while the person was using the dashboard. */
export const endedParameter = 'ended';

/** URL of the sign-in page, which leads back to the given page. */
export function signInPage(from: URL, { hasEnded = false } = {}): string {
	const next = from.pathname + from.search;
	const query = new URLSearchParams({
		...(next !== '/' && { next }),
		...(hasEnded && { [endedParameter]: '1' }),
	});
	return query.size === 0 ? '/sign-in' : `/sign-in?${query}`;
}
