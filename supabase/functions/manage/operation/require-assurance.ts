import { assuranceOf } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { ManageRequest } from './manage-request.ts';
import { confirmPresence } from './presence.ts';

/**
 * Throws unless it is as sure as the route demands that the calling person is here. The database demands the same
 * again where it makes the change. A connection acts by a grant instead.
 */
export async function requireAssurance(tx: Tx, request: ManageRequest): Promise<void> {
	const { person, name, route, place, input, presence } = request;
	const level = assuranceOf(route, input);
	if (person.connection !== undefined || level === 'none') return;
	if (level === 'presence' && presence !== undefined) await confirmPresence(tx, request);
	await tx`
		select app.require_assurance(${level}, ${name}, ${place.site ?? null}, ${route.policy ?? null})`;
}
