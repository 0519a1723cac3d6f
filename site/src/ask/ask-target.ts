/** Where readers' answers are sent. */
export type AskTarget = { siteId: string; apiUrl: string };

/**
 * The site for readers' answers, from `FEEDBACK_DOCS_SITE_ID` and `FEEDBACK_DOCS_API_URL` at build time;
 * `undefined` when neither is set: then no reader is asked, and nothing is loaded.
 *
 * @throws when only one is set, or the address is not valid
 */
export function askTarget(environment = process.env): AskTarget | undefined {
	const siteId = environment['FEEDBACK_DOCS_SITE_ID'];
	const apiUrl = environment['FEEDBACK_DOCS_API_URL'];
	if (!siteId && !apiUrl) return undefined;
	if (!siteId || !apiUrl || !URL.canParse(apiUrl)) {
		throw new Error(
			'FEEDBACK_DOCS_SITE_ID and FEEDBACK_DOCS_API_URL belong together: a site ID, and the address of the functions.',
		);
	}
	return { siteId, apiUrl };
}
