import { limits } from '@feedback/contract';

import { findAddress } from '../_shared/http/address.ts';
import type { Service } from './service.ts';

/** Answers a request without a sign-in. It has ended when its response has been read or the deadline has passed. */
export async function runOpen(
	{ open, manage }: Service,
	request: Request,
	answer: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
	const address = findAddress(request.headers, undefined, manage.trustedProxies) ?? 'unknown';
	const end = open.begin(address, request, limits.management.bytes);
	const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limits.open.deadline)]);
	try {
		const response = await answer(signal);
		if (!response.body) {
			end();
			return response;
		}
		signal.addEventListener('abort', end, { once: true });
		return new Response(response.body.pipeThrough(endWith(end), { signal }), response);
	} catch (error) {
		end();
		throw error;
	}
}

function endWith(
	end: () => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
	return new TransformStream({ flush: end });
}
