/** Parts that are shorter appear in words, and protect nothing. */
const minLength = 4;

/**
 * A receiver's answer without what identifies its URL: error pages often repeat the path, which may be a credential,
 * and more people read the log than the URL.
 *
 * @example
 * hideAddress('Cannot POST /hooks/T0K3N', new URL('https://example.com/hooks/T0K3N')); // 'Cannot POST …'
 */
export function hideAddress(text: string, url: URL): string {
	const { href, pathname, search, searchParams } = url;
	const parts = [
		href,
		pathname + search,
		pathname,
		search,
		...pathname.split('/'),
		...search.split(/[?&=]/),
		...searchParams.values(),
	];
	return parts
		.flatMap((part) => [part, decode(part)])
		.flatMap((part) => [part, part.replaceAll('&', '&amp;')])
		.filter((part) => part.length >= minLength)
		.sort((one, other) => other.length - one.length)
		.reduce((hidden, part) => hidden.replaceAll(part, '…'), text);
}

function decode(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		// A URL may contain a lone "%".
		return part;
	}
}
