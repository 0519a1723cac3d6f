import { createHash, randomBytes } from 'node:crypto';

import type { Statements } from '../../../database/statement.ts';
import type { Diagnostics } from '../../../supabase/functions/sdk/diagnostics.ts';
import { ask } from './ask.ts';

/**
 * Compares FEEDBACK_PROXY_COUNT with the entries of `x-forwarded-for` that proxies add to a request without
 * any. The function reveals them only to a caller who can write a key's hash to the database.
 *
 * @param asOwner a transaction as `feedback_owner`
 */
export async function checkTrustedProxies(
	apiUrl: string,
	asOwner: <Result>(run: (tx: Statements) => PromiseLike<Result>) => Promise<Result>,
): Promise<string> {
	const key = randomBytes(32).toString('base64url');
	const hash = createHash('sha256').update(key).digest();
	await asOwner((tx) => tx`insert into app.diagnostic_keys (hash) values (${hash})`);
	try {
		const plain = await readDiagnostics(apiUrl, key, {});
		const forged = await readDiagnostics(apiUrl, key, {
			'x-forwarded-for': '203.0.113.1, 203.0.113.2',
		});
		const { trusted_proxies: trusted, forwarded: proxies } = plain;
		if (trusted !== proxies) {
			const effect =
				trusted > proxies
					? 'anyone can pretend to have another network address'
					: 'all visitors seem to have the address of a proxy, and share its rate limit';
			throw new Error(
				`${proxies} proxies add to x-forwarded-for, but FEEDBACK_PROXY_COUNT is ${trusted}: ${effect}. ` +
					`Set it to ${proxies}.`,
			);
		}
		const kept = forged.forwarded > proxies;
		return `${proxies}; entries that callers send are ${kept ? 'passed on and ignored' : 'removed'}`;
	} finally {
		await asOwner((tx) => tx`delete from app.diagnostic_keys where hash = ${hash}`);
	}
}

async function readDiagnostics(
	apiUrl: string,
	key: string,
	headers: Record<string, string>,
): Promise<Diagnostics> {
	const { status, json } = await ask(`${apiUrl}/sdk/diagnostics`, {
		headers: { ...headers, authorization: `Bearer ${key}` },
	});
	const diagnostics = json as Diagnostics | undefined;
	if (status === 200 && typeof diagnostics?.forwarded === 'number') return diagnostics;
	throw new Error(
		`The sdk function answers ${status}: it is of an older version, or uses another database. Deploy again.`,
	);
}
