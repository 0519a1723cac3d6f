import type { Keyring } from './keyring.ts';
import { openClaims, signClaims } from './signed-claims.ts';

/**
 * Creates a token that unlocks the facts behind a reason on one site for one hour, as long as the person who made it
 * is a member.
 */
export function mintDebugToken(keyring: Keyring, site: string, maker: string, now: number): string {
	return signClaims({ keyring, purpose: 'debug', site }, [maker], now);
}

/** The person who made this token of this site; `undefined` if it has expired or is not valid. */
export function openDebugToken(
	keyring: Keyring,
	site: string,
	token: string,
	now: number,
): string | undefined {
	return openClaims({ keyring, purpose: 'debug', site }, token, now)?.[0];
}
