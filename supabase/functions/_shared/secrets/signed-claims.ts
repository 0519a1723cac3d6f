import { encodeBase64url } from './base64url.ts';
import { equalTexts, type Keyring } from './keyring.ts';

/** Milliseconds for which signed claims are valid. */
export const claimsLife = 3_600_000;

// The clock of the instance that created the token may be ahead of this one.
const skew = 60_000;

/** What a token is for, and the site that it belongs to. */
type Use = { keyring: Keyring; purpose: 'debug' | 'preview'; site: string };

/** Creates a token with these claims, which holds for an hour. It can be part of a URL unescaped. */
export function signClaims(use: Use, claims: readonly (string | number)[], now: number): string {
	const signed = [now + claimsLife, ...claims].join('.');
	return `${signed}.${mark(use, signed)}`;
}

/** The claims of a token for this use; `undefined` if it has expired or is not valid. */
export function openClaims(use: Use, token: string, now: number): string[] | undefined {
	const signed = token.slice(0, Math.max(0, token.lastIndexOf('.')));
	if (!equalTexts(token, `${signed}.${mark(use, signed)}`)) return undefined;
	const [until, ...claims] = signed.split('.');
	if (Number(until) <= now || Number(until) > now + claimsLife + skew) return undefined;
	return claims;
}

function mark({ keyring, purpose, site }: Use, signed: string): string {
	return encodeBase64url(keyring.sign(purpose, `${site} ${signed}`)).slice(0, 32);
}
