import { readClaims } from './read-claims.ts';

/** Content of the fragment of a sign-in link. */
export type LinkFragment =
	/** From Supabase Auth. */
	| { tokens: LinkTokens }
	/** Link in a message of our identity service. */
	| { email: string; code: string }
	/** One-time link that an administrator made. */
	| { token: string }
	| { problem: string };
export type LinkTokens = { access_token: string; refresh_token: string; email: string };

/**
 * Parses the fragment of a sign-in link; undefined for any other fragment.
 *
 * @example
 * parseLinkFragment('#error=access_denied&error_description=…'); // { problem: 'This link …' }
 */
export function parseLinkFragment(fragment: string): LinkFragment | undefined {
	const values = new URLSearchParams(fragment.replace(/^#/, ''));
	const [access_token, refresh_token] = [values.get('access_token'), values.get('refresh_token')];
	if (values.has('error') || values.has('error_code')) {
		return { problem: 'This link has expired or was already used. Request a new one.' };
	}
	const [link, code, address] = [values.get('link'), values.get('code'), values.get('email')];
	if (link) return { token: link };
	if (code && address) return { email: address, code };
	if (!access_token || !refresh_token) return undefined;
	const email = readClaims(access_token)['email'];
	if (typeof email !== 'string' || email === '')
		return { problem: 'This link is damaged. Request a new one.' };
	return { tokens: { access_token, refresh_token, email } };
}
