import { limits, parseJson } from '@feedback/contract';

import { decodeBase64url } from '../_shared/secrets/base64url.ts';
import { repeatsKey } from './unique-keys.ts';

/** A key that may verify proofs of one site. */
export type VerifyingKey = { kid: string; alg: 'HS256' | 'EdDSA'; key: CryptoKey };

/** Finds the site's key with this id; `undefined` when there is none. */
export type FindKey = (kid: string) => Promise<VerifyingKey | undefined>;

export type TokenFault = 'malformed' | 'header' | 'unknown_key' | 'signature';

const shape = /^[\w-]{20,}\.[\w-]{20,8192}\.(?:[\w-]{43}|[\w-]{86})$/;
const headerKeys = 'alg,kid,typ';
const algorithms = { HS256: { name: 'HMAC' }, EdDSA: { name: 'Ed25519' } } as const;

/**
 * The claims of a compact JWS with a valid signature, or why the token is not valid. Stricter than JWT libraries:
 * one encoding for each byte string, a header of exactly three keys, and no key twice. The algorithm is taken from
 * the stored key, never from the header.
 */
export async function openToken(
	token: string,
	type: 'evp+jwt' | 'idt+jwt',
	findKey: FindKey,
): Promise<{ claims: Record<string, unknown>; kid: string } | { fault: TokenFault }> {
	if (token.length > limits.proof.length || !shape.test(token)) return { fault: 'malformed' };
	const [head, body, mark] = token.split('.') as [string, string, string];
	const header = readObject(head);
	const claims = readObject(body);
	const signature = decodeBase64url(mark);
	if (!header || !claims || !signature) return { fault: 'malformed' };
	if (Object.keys(header).sort().join() !== headerKeys) return { fault: 'header' };
	if (header['typ'] !== type || typeof header['kid'] !== 'string') return { fault: 'header' };
	const found = await findKey(header['kid']);
	if (!found) return { fault: 'unknown_key' };
	if (header['alg'] !== found.alg) return { fault: 'header' };
	const signed = new TextEncoder().encode(`${head}.${body}`);
	const algorithm = algorithms[found.alg];
	const authentic = await crypto.subtle.verify(algorithm, found.key, signature, signed);
	return authentic ? { claims, kid: found.kid } : { fault: 'signature' };
}

function readObject(part: string): Record<string, unknown> | undefined {
	const bytes = decodeBase64url(part);
	if (!bytes) return undefined;
	try {
		const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
		const value = parseJson(text, limits.request);
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
		return repeatsKey(text) ? undefined : (value as Record<string, unknown>);
	} catch {
		return undefined;
	}
}
