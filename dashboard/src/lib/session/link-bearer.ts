/** The authorization header of a link to shared results; undefined if the URL is none. */
export function readLinkBearer({
	pathname,
	hash,
}: Pick<URL, 'pathname' | 'hash'>): string | undefined {
	// The fragment of a URL is never sent to a server.
	const token = hash.slice(1);
	if (pathname !== '/shared' || token === '') return undefined;
	// A header accepts no line break or other character that a damaged link may contain.
	return `Bearer ${encodeURIComponent(token)}`;
}
