/** Key of the session in local storage. */
export const sessionKey = 'feedback-session';

// Like the Auth client, refresh tokens that expire within this time.
const marginMs = 90_000;

/** The stored token if it stays valid for a while; null if nobody is signed in; undefined if it needs a refresh. */
export function readValidToken(now: number): string | null | undefined {
	try {
		const text = localStorage.getItem(sessionKey);
		if (text === null) return null;
		const { access_token, expires_at } = JSON.parse(text) as Record<string, unknown>;
		if (typeof access_token !== 'string' || typeof expires_at !== 'number') return undefined;
		return expires_at * 1_000 - now > marginMs ? access_token : undefined;
	} catch {
		return undefined;
	}
}
