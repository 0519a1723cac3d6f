/** The site of a reader's dashboard, and the URL of its service if the documentation's server knows it. */
export type OwnSite = { siteId: string; apiUrl?: string | undefined };

const demoSiteId = 'site_demo000000';
const localApiUrl = 'http://127.0.0.1:54321/functions/v1';

/**
 * Code of the documentation with the reader's own site in place of the demo's. A call of `init` gets the URL of the
 * service too, unless it has one.
 *
 * @example
 * writeOwnSite("init({ siteId: 'site_demo000000' })", { siteId: 'site_a', apiUrl }); // "init({ siteId: 'site_a', apiUrl: 'https://…' })"
 */
export function writeOwnSite(code: string, { siteId, apiUrl }: OwnSite): string {
	if (apiUrl === undefined) return code.replaceAll(demoSiteId, siteId);
	const needsUrl = !code.includes('apiUrl');
	return code
		.replaceAll(new RegExp(`(siteId: (['"]))${demoSiteId}\\2`, 'g'), (_, before, quote) => {
			const url = needsUrl ? `, apiUrl: ${quote}${apiUrl}${quote}` : '';
			return `${before}${siteId}${quote}${url}`;
		})
		.replaceAll(demoSiteId, siteId)
		.replaceAll(localApiUrl, apiUrl);
}
