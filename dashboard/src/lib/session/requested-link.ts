export type RequestedLink = { email: string; next: string; at: number };

const key = 'feedback-asked-link';
/** Milliseconds for which a link of Supabase Auth is valid. */
const maxAgeMs = 60 * 60 * 1_000;

/**
 * Remembers that this browser requested a link. Other links do not sign anyone in: otherwise an
 * attacker could sign people in to the attacker's account, and read what they type.
 */
export function rememberRequestedLink(requested: RequestedLink): void {
	localStorage.setItem(key, JSON.stringify(requested));
}

/** The link that this browser requested within the last hour. */
export function readRequestedLink(now: number): RequestedLink | undefined {
	try {
		const requested = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
		const { email, next, at } = requested;
		if (typeof email !== 'string' || typeof next !== 'string' || typeof at !== 'number') return;
		return now - at < maxAgeMs ? { email, next, at } : undefined;
	} catch {
		return undefined;
	}
}

export function forgetRequestedLink(): void {
	localStorage.removeItem(key);
}
