import { product } from '@feedback/contract';

/**
 * Returns the address for editing a page: `FEEDBACK_DOCS_EDIT_URL` with the file's path in the repository
 * appended; by default in the repository of the product. `undefined` while neither is set.
 */
export function editAddress(
	given = process.env['FEEDBACK_DOCS_EDIT_URL'],
	repository: string = product.repository,
): string | undefined {
	const address = given || (repository && `${repository.replace(/\/$/, '')}/edit/main/`);
	if (!address) return undefined;
	return address.endsWith('/') ? `${address}site/` : `${address}/site/`;
}
