import type { IdentityState } from '@feedback/contract/wire';

import { loadLater } from './late.ts';
import type { CallArguments, Reply } from './messages.ts';
import { fail } from './notify.ts';
import { post } from './request.ts';
import { acknowledgeIdentity, describeCaller, followClock } from './visitor.ts';

/** Fields that the SDK adds to a request. */
const envelope = /^(visitor|session|device|context|debug|dropped|identify)/;

/** Sends a request on behalf of a visitor, including a pending identify. */
export async function call<T extends { identity?: IdentityState; now: number }>(
	...[route, owner, extra, deciding, again]: CallArguments
): Promise<Reply<T>> {
	const caller = describeCaller(owner, deciding);
	const { identify } = caller;
	const reply = await post<T>(route, { ...caller, ...extra });
	const { error, body } = reply;
	if (error) {
		if (!envelope.test(error.field!)) return reply;
		return loadLater().then(
			(later) => later.recover<T>(reply, identify, route, owner, extra, deciding, again),
			() => ({ ...reply, retry: true }),
		);
	}
	followClock(body.now);
	if (identify) {
		acknowledgeIdentity(owner, identify);
		if (body.identity === 'refused') fail('identity_refused', 'Not proved.');
	}
	return reply;
}
