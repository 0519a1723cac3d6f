import { assuranceOf } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { ManageRequest } from './manage-request.ts';

/**
 * Throws unless it is as sure as the route demands that the calling person is here. The database demands the same
 * again where it makes the change. A connection acts by a grant instead.
 */
export async function requireAssurance(
	tx: Tx,
	{ person, route, input }: Pick<ManageRequest, 'person' | 'route' | 'input'>,
): Promise<void> {
	const level = assuranceOf(route, input);
	if (person.connection !== undefined || level === 'none') return;
	await tx`select app.require_assurance(${level})`;
}
