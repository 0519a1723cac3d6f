import { ServiceError } from '@feedback/contract';

import { findCaller, type Caller } from '../_shared/caller/caller.ts';
import type { Service } from './service.ts';

/**
 * The calling connection; `undefined` when the request has no token. Only a token that was issued for this
 * address counts, not a token for the management API or the sign-in of a person.
 */
export async function findConnection(
	{ manage }: Service,
	request: Request,
): Promise<Caller | undefined> {
	const given = request.headers.get('authorization');
	if (given === null) return undefined;
	if (!/^Bearer fbt_/i.test(given)) throw new ServiceError('unauthenticated');
	const resource = `${manage.apiUrl}/mcp`;
	return findCaller({ ...manage, resource }, request, manage.clock());
}
