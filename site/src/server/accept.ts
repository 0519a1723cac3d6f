type Range = { type: string; quality: number };

/**
 * True when a reader asked for Markdown by name and likes nothing in HTML better. Wildcards never count, so a
 * browser, a crawler and plain `curl` get HTML; equal wishes go to Markdown, because no browser names it.
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

/** True when a reader asked for JSON by name and likes nothing in HTML better. */
export function wantsJson(accept: string | null): boolean {
	return prefers(accept, ['application/json'], ['text/html', 'application/xhtml+xml']);
}

function prefers(accept: string | null, wanted: string[], others: string[]): boolean {
	const ranges = parse(accept ?? '');
	const best = (types: string[]) =>
		Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ quality }) => quality));
	const quality = best(wanted);
	return quality > 0 && quality >= best(others);
}

function parse(accept: string): Range[] {
	return accept
		.slice(0, 2_000)
		.split(',')
		.map((part) => {
			const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
			const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
			const value = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, '') || Number.NaN);
			return { type, quality: value >= 0 && value <= 1 ? value : 0 };
		});
}
