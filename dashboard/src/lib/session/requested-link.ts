export type AskedLink = { email: string; next: string; at: number };

const key = 'feedback-asked-link';
/** As long as a link of Supabase Auth is good for. */
const longest = 60 * 60 * 1_000;

/**
 * Remembers that this browser asked for a link. A link that no browser asked for signs nobody in: else
 * anybody could sign people in to an account of theirs, and read what they then type.
 */
export function rememberAskedLink(asked: AskedLink): void {
	localStorage.setItem(key, JSON.stringify(asked));
}

/** What this browser asked for within the last hour. */
export function readAskedLink(now: number): AskedLink | undefined {
	try {
		const asked = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
		const { email, next, at } = asked;
		if (typeof email !== 'string' || typeof next !== 'string' || typeof at !== 'number') return;
		return now - at < longest ? { email, next, at } : undefined;
	} catch {
		return undefined;
	}
}

export function forgetAskedLink(): void {
	localStorage.removeItem(key);
}
