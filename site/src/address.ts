/**
 * The origin the docs are served from: `FEEDBACK_DOCS_URL`, by default `http://127.0.0.1:4321`.
 *
 * @throws when the address is not an http(s) origin without a path
 */
export function docsAddress(given = process.env['FEEDBACK_DOCS_URL']): string {
	if (!given) return 'http://127.0.0.1:4321';
	const url = URL.canParse(given) ? new URL(given) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
		throw new Error(
			`FEEDBACK_DOCS_URL is "${given}"; it must be an address without a path, such as https://docs.example.com`,
		);
	}
	return url.origin;
}
