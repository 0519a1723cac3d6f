import { ServiceError } from '@feedback/contract';

import { encodeBase64url } from '../_shared/secrets/base64url.ts';
import { hashToken, isToken } from '../_shared/secrets/connection-token.ts';
import { RetryLater } from '../_shared/http/reply.ts';
import { openSiteKey } from './database.ts';
import type { Service } from './service.ts';

const acceptedMs = 3_600_000;

/** The site whose events a request reports, and its key. */
export type Reporter = { key: string; site: string };

/**
 * Finds the site of the site key in a request. Throws `site_key_in_browser` for a request from a web page, after
 * recording it for the key's owners; `site_key_revoked`; and `unauthenticated` for anything but a live key. Each key is
 * looked up in the database, so an address that sent many refused ones has to wait before its next one is, unless that
 * one was accepted recently: another server at the address may have a wrong key. Callers without a known address are
 * not limited.
 */
export async function authenticate(
	service: Service,
	{ headers }: Request,
	address: string | undefined,
	now: number,
): Promise<Reporter> {
	const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
	const origin = headers.get('origin');
	const hash =
		token !== undefined && isToken('fbs_', token) ? hashToken(service.keyring, token) : undefined;
	const name = hash === undefined ? '' : encodeBase64url(hash);
	const isTrusted = origin === null && service.accepted.get(name, now) !== undefined;
	const wait = address === undefined || isTrusted ? 0 : service.failures.wait(address, now);
	if (wait > 0) throw new RetryLater(wait);
	const at = service.clock ? new Date(now) : null;
	const opened =
		hash && (await openSiteKey(service.databaseOf({ secret: hash }), hash, origin, at));
	// Server runtimes send no origin; browsers always do.
	if (origin === null && opened?.revoked === false) {
		service.accepted.set(name, true, now, acceptedMs);
		return { key: opened.id, site: opened.site };
	}
	service.accepted.delete(name);
	if (address !== undefined) service.failures.take(address, now);
	if (origin !== null) {
		throw new ServiceError('site_key_in_browser', {
			field: 'origin',
			hint: 'Report the event from your server, or with the browser SDK and its public site ID. Revoke this key: visitors may have read it.',
		});
	}
	if (opened) {
		throw new ServiceError('site_key_revoked', {
			field: 'authorization',
			hint: 'Create another key in the dashboard: Settings, Site keys.',
		});
	}
	throw new ServiceError('unauthenticated', {
		message: 'The request has no site key, or one that does not exist.',
		field: 'authorization',
		hint: 'Send "Authorization: Bearer fbs_…" with a key from the dashboard: Settings, Site keys.',
	});
}
