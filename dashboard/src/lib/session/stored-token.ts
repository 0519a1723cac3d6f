// Separate from stored-session.ts, which index.html loads before all other modules.
import { readClaims } from './read-claims.ts';
import { sessionKey } from './stored-session.ts';

/** Stores an access token in the form of Supabase's sessions. */
export function storeToken(token: string): void {
	const { exp } = readClaims(token);
	localStorage.setItem(sessionKey, JSON.stringify({ access_token: token, expires_at: exp }));
}

/** The stored token, valid or not. */
export function readStoredToken(): string | undefined {
	try {
		const { access_token } = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as Record<
			string,
			unknown
		>;
		return typeof access_token === 'string' ? access_token : undefined;
	} catch {
		return undefined;
	}
}
