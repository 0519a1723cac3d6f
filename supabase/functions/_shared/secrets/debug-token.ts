import { encodeBase64url } from './base64url.ts';
import { equalTexts, type Keyring } from './keyring.ts';

/** Milliseconds. */
export const debugTokenLife = 3_600_000;

// The clock of the instance that created the token may be ahead of this one.
const skew = 60_000;

/**
 * Creates a token that unlocks the facts behind a reason on one site for one hour, as long as the person who made it
 * is a member.
 */
export function mintDebugToken(keyring: Keyring, site: string, maker: string, now: number): string {
	const claims = `${now + debugTokenLife}.${maker}`;
	return `${claims}.${mark(keyring, site, claims)}`;
}

/** The person who made this token of this site; `undefined` if it has expired or is not valid. */
export function openDebugToken(
	keyring: Keyring,
	site: string,
	token: string,
	now: number,
): string | undefined {
	const claims = token.slice(0, token.lastIndexOf('.'));
	const parts = /^(\d{13})\.([0-9a-f-]{36})$/.exec(claims);
	if (!parts || !equalTexts(token, `${claims}.${mark(keyring, site, claims)}`)) return undefined;
	const [, until, maker] = parts as unknown as [string, string, string];
	if (Number(until) <= now || Number(until) > now + debugTokenLife + skew) return undefined;
	return maker;
}

function mark(keyring: Keyring, site: string, claims: string): string {
	return encodeBase64url(keyring.sign('debug', `${site} ${claims}`)).slice(0, 32);
}
