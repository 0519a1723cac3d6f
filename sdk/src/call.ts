import type { IdentityState } from '@feedback/contract/wire';

import { fail, failWith } from './notify.ts';
import { post, type Reply } from './request.ts';
import { acknowledgeIdentity, describeCaller, followClock, type Owner } from './visitor.ts';

/** Sends a request on behalf of a visitor, including a pending identify. */
export async function call<T extends { identity?: IdentityState; now: number }>(
	route: string,
	owner: Owner,
	extra?: object,
	deciding?: boolean,
): Promise<Reply<T>> {
	const caller = describeCaller(owner, deciding);
	const reply = await post<T>(route, { ...caller, ...extra });
	const { error, body } = reply;
	if (body) followClock(body.now);
	if (!caller.identify || (error && !error.field?.startsWith('identify'))) return reply;
	acknowledgeIdentity(owner, caller.identify);
	if (error) failWith(error);
	else if (body!.identity === 'refused') fail('identity_refused', 'Not proved.');
	// An invalid identity must not fail the call that contained it.
	return error && route !== 'identify' ? call(route, owner, extra, deciding) : reply;
}
