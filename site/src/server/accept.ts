import { parseAccept } from 'hono/utils/accept';

/**
 * True when the Accept header names Markdown and prefers nothing in HTML to it.
 *
 * `hono/accepts` is not used: it counts wildcards and picks the first of equals. Here wildcards never
 * count, so that browsers, crawlers and plain `curl` get HTML; between equals Markdown wins, because no
 * browser names it.
 *
 * @example
 * wantsMarkdown('text/markdown, text/html'); // true
 * wantsMarkdown('text/html, text/markdown;q=0.5'); // false
 */
export function wantsMarkdown(accept: string | null): boolean {
	return prefers(
		accept,
		['text/markdown', 'text/x-markdown'],
		['text/html', 'application/xhtml+xml'],
	);
}

/** True when the Accept header names JSON and prefers nothing in HTML to it. */
export function wantsJson(accept: string | null): boolean {
	return prefers(accept, ['application/json'], ['text/html', 'application/xhtml+xml']);
}

function prefers(accept: string | null, preferred: string[], others: string[]): boolean {
	const ranges = parseAccept(accept?.slice(0, 2_000) ?? '');
	const highestQuality = (types: string[]) =>
		ranges
			.filter(({ type }) => types.includes(type.toLowerCase()))
			.reduce((highest, { params }) => Math.max(highest, qualityOf(params)), 0);
	const quality = highestQuality(preferred);
	return quality > 0 && quality >= highestQuality(others);
}

// Hono replaces an invalid quality by 1; it is safer to ignore such a type.
function qualityOf(params: Record<string, string>): number {
	const quality = Number(params['q'] ?? params['Q'] ?? 1);
	return quality >= 0 && quality <= 1 ? quality : 0;
}
