import { encodeBase64url } from './base64url.ts';
import { equalTexts, type Keyring } from './keyring.ts';

/** Milliseconds. */
export const previewTokenLife = 3_600_000;

// The clock of the instance that created the token may be ahead of this one.
const skew = 60_000;

/** The revision that a preview shows, and the person who made its token. */
export type Previewed = { prompt: string; revision: number; maker: string };

/** Creates a token that shows one revision of one site's prompt for one hour. It can be part of a URL unescaped. */
export function mintPreviewToken(
	keyring: Keyring,
	site: string,
	{ prompt, revision, maker }: Previewed,
	now: number,
): string {
	const claims = `${now + previewTokenLife}.${prompt}.${revision}.${maker}`;
	return `${claims}.${mark(keyring, site, claims)}`;
}

/** Reads a token of this site; `undefined` if it has expired or is not valid. */
export function openPreviewToken(
	keyring: Keyring,
	site: string,
	token: string,
	now: number,
): Previewed | undefined {
	const claims = token.slice(0, token.lastIndexOf('.'));
	const parts = /^(\d{13})\.([0-9a-f-]{36})\.([1-9]\d{0,8})\.([0-9a-f-]{36})$/.exec(claims);
	if (!parts || !equalTexts(token, `${claims}.${mark(keyring, site, claims)}`)) return undefined;
	const [, until, prompt, revision, maker] = parts as unknown as [
		string,
		string,
		string,
		string,
		string,
	];
	if (Number(until) <= now || Number(until) > now + previewTokenLife + skew) return undefined;
	return { prompt, revision: Number(revision), maker };
}

function mark(keyring: Keyring, site: string, claims: string): string {
	return encodeBase64url(keyring.sign('preview', `${site} ${claims}`)).slice(0, 32);
}
