/** The result that Supabase Auth passes in the fragment of a link. */
export type LinkFragment = { tokens: LinkTokens } | { problem: string };
export type LinkTokens = { access_token: string; refresh_token: string; email: string };

/**
 * Parses the fragment of a Supabase Auth link; undefined for any other fragment.
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
	if (!access_token || !refresh_token) return undefined;
	const email = readClaims(access_token)['email'];
	if (typeof email !== 'string' || email === '')
		return { problem: 'This link is damaged. Request a new one.' };
	return { tokens: { access_token, refresh_token, email } };
}

/** The claims of a token, unverified: only the service can verify it. */
export function readClaims(token: string): Record<string, unknown> {
	try {
		const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
		return JSON.parse(atob(payload)) as Record<string, unknown>;
	} catch {
		return {};
	}
}
