import { encodeBase64url } from './base64url.ts';
import { equalTexts, type Keyring } from './keyring.ts';

/** Milliseconds. */
export const debugTokenLife = 3_600_000;

// The clock of the instance that created the token may be ahead of this one.
const skew = 60_000;

/** A token that unlocks the facts behind a reason on one site for one hour. */
export function mintDebugToken(keyring: Keyring, site: string, now: number): string {
	const until = String(now + debugTokenLife);
	return `${until}.${mark(keyring, site, until)}`;
}

/** Whether a token of this site is valid. */
export function isDebugToken(keyring: Keyring, site: string, token: string, now: number): boolean {
	const [until = '', given = ''] = token.split('.');
	if (!/^\d{13}$/.test(until) || Number(until) <= now) return false;
	if (Number(until) > now + debugTokenLife + skew) return false;
	return equalTexts(given, mark(keyring, site, until));
}

function mark(keyring: Keyring, site: string, until: string): string {
	return encodeBase64url(keyring.sign('debug', `${site} ${until}`)).slice(0, 32);
}
