import { ServiceError } from '@feedback/contract';

import { replyJson, RetryLater } from '../_shared/http/reply.ts';
import type { Service } from './service.ts';

/** The request as the function sees it, without the addresses themselves. */
export type Diagnostics = {
	/** `FEEDBACK_PROXY_COUNT`. */
	trusted_proxies: number;
	/** Entries of `x-forwarded-for`. */
	forwarded: number;
};

/**
 * Responds to the operator, who owns the database and has stored the hash of this key there. For everyone else
 * the path does not exist: throws `not_found`.
 */
export async function answerDiagnostics(
	service: Service,
	{ headers }: Request,
	address: string | undefined,
	now: number,
): Promise<Response> {
	const key = /^Bearer ([\w-]{43})$/.exec(headers.get('authorization') ?? '')?.[1];
	if (!key) throw new ServiceError('not_found');
	const wait = address === undefined ? 0 : service.buckets.take(address, now);
	if (wait > 0) throw new RetryLater(wait);
	const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
	const [row] = await service.databaseOf('home')<{ known: boolean }[]>`
		select app.is_diagnostic_key(decode(${encodeHex(new Uint8Array(hash))}, 'hex')) as known`;
	if (!row?.known) throw new ServiceError('not_found');
	const diagnostics: Diagnostics = {
		trusted_proxies: service.trustedProxies,
		forwarded: headers.get('x-forwarded-for')?.split(',').length ?? 0,
	};
	return replyJson(diagnostics);
}

function encodeHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
