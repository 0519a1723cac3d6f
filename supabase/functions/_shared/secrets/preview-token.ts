import type { Keyring } from './keyring.ts';
import { openClaims, signClaims } from './signed-claims.ts';

/** The revision that a preview shows, and the person who made its token. */
export type Previewed = { prompt: string; revision: number; maker: string };

/** Creates a token that shows one revision of one site's prompt for one hour. */
export function mintPreviewToken(
	keyring: Keyring,
	site: string,
	{ prompt, revision, maker }: Previewed,
	now: number,
): string {
	return signClaims({ keyring, purpose: 'preview', site }, [prompt, revision, maker], now);
}

/** Reads a token of this site; `undefined` if it has expired or is not valid. */
export function openPreviewToken(
	keyring: Keyring,
	site: string,
	token: string,
	now: number,
): Previewed | undefined {
	const claims = openClaims({ keyring, purpose: 'preview', site }, token, now);
	if (!claims) return undefined;
	const [prompt, revision, maker] = claims as [string, string, string];
	return { prompt, revision: Number(revision), maker };
}
