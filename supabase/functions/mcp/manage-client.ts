import { createClient, type Client } from '@feedback/client';

import type { Caller } from '../_shared/caller/caller.ts';
import type { Handle } from '../_shared/http/app.ts';
import type { Known } from '../manage/handler.ts';

// A placeholder host that is never resolved: the handler is called in this process, and no token is sent.
const apiUrl = 'http://manage.invalid/functions/v1';

/** An in-process client of the management API, as the given connection or without a sign-in. */
export function createManageClient(
	manage: Handle<Known>,
	caller: Caller | undefined,
	forwardedFor: string | null,
	/** Aborted when the client of the whole request disconnects. */
	client: AbortSignal,
): Client {
	return createClient({
		apiUrl,
		token: () => Promise.resolve(null),
		fetch: (input, init) => {
			const signals = init?.signal ? [client, init.signal] : [client];
			const request = new Request(input, { ...init, signal: AbortSignal.any(signals) });
			if (forwardedFor !== null) request.headers.set('x-forwarded-for', forwardedFor);
			return manage(request, caller && { caller: asAnotherCall(caller) });
		},
	});
}

// A one-time approval covers one call, not every call of a batch.
function asAnotherCall(caller: Caller): Caller {
	return { ...caller, claims: { ...caller.claims, call: crypto.randomUUID() } };
}
