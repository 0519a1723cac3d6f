/**
 * Where a page is edited: `FEEDBACK_DOCS_EDIT_URL`, with the path of the file in the repository behind it.
 */
export function editAddress(given = process.env['FEEDBACK_DOCS_EDIT_URL']): string {
	const address = given || 'https://github.com/feedback/feedback/edit/main/';
	return address.endsWith('/') ? `${address}site/` : `${address}/site/`;
}
