/** Where Supabase Auth keeps the session in local storage. */
export const sessionKey = 'feedback-session';

// As the Auth client: what ends so soon is renewed first.
const marginMs = 90_000;

/** The stored token while it is good for a while; null when nobody is signed in; undefined when it has to be renewed. */
export function readGoodToken(now: number): string | null | undefined {
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
