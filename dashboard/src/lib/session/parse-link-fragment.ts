/** What Supabase Auth puts into the address that a link leads to. */
export type LinkAnswer = { tokens: LinkTokens } | { problem: string };
export type LinkTokens = { access_token: string; refresh_token: string; email: string };

/**
 * Reads the fragment that a link of Supabase Auth leads to; undefined for every other fragment.
 *
 * @example
 * readLinkAnswer('#error=access_denied&error_description=…'); // { problem: 'This link …' }
 */
export function readLinkAnswer(fragment: string): LinkAnswer | undefined {
	const values = new URLSearchParams(fragment.replace(/^#/, ''));
	const [access_token, refresh_token] = [values.get('access_token'), values.get('refresh_token')];
	if (values.has('error') || values.has('error_code')) {
		return { problem: 'This link has expired or was used already. Ask for a new one.' };
	}
	if (!access_token || !refresh_token) return undefined;
	const email = readClaims(access_token)['email'];
	if (typeof email !== 'string' || email === '')
		return { problem: 'This link is damaged. Ask for a new one.' };
	return { tokens: { access_token, refresh_token, email } };
}

/** What a token says. Not checked: only the service knows whether it is genuine. */
export function readClaims(token: string): Record<string, unknown> {
	try {
		const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
		return JSON.parse(atob(payload)) as Record<string, unknown>;
	} catch {
		return {};
	}
}
