import { createHash } from 'node:crypto';

import { encodeBase64url } from './base64url.ts';
import type { Keyring } from './keyring.ts';

/** Prefixes: `fbt_` for access tokens, `fbr_` for refresh tokens, `fbs_` for site keys, `fbl_` for links to results. */
export type TokenPrefix = 'fbt_' | 'fbr_' | 'fbs_' | 'fbl_';

/** A fresh token: its prefix and 32 random bytes as base64url. */
export function mintToken(prefix: TokenPrefix): string {
	return prefix + encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * The successor of a refresh token. It is derived from the token and the service's secret, so that every process that
 * presents the same token gets the same successor, and no one else can compute it.
 */
export function deriveSuccessor(
	keyring: Keyring,
	prefix: TokenPrefix,
	refreshToken: string,
): string {
	return prefix + encodeBase64url(keyring.sign('successor', `${prefix} ${refreshToken}`));
}

/** Whether the text has the form of such a token. */
export function isToken(prefix: TokenPrefix, text: string): boolean {
	return text.startsWith(prefix) && /^[\w-]{43}$/.test(text.slice(prefix.length));
}

/**
 * Hashes a token for storage: the SHA-256 of its HMAC. With only a statement log or a copied table, nobody
 * can use a token.
 */
export function hashToken(keyring: Keyring, token: string): Uint8Array {
	const signed = keyring.sign('token', token);
	return new Uint8Array(createHash('sha256').update(signed).digest());
}
