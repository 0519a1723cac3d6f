/** Pages with a secret in their fragment, which must not stay in the URL. */
export const pagesWithFragment = ['/propose', '/invitation'] as const;
export type PageWithFragment = (typeof pagesWithFragment)[number];

const maxAgeMs = 24 * 60 * 60 * 1_000;
const keyOf = (page: PageWithFragment) => `feedback-kept${page}`;

/**
 * Stores the fragment of such a page across a sign-in, even one in another tab. True if it was stored: then it must
 * be removed from the URL, where the history would keep it.
 */
export function storeFragment({ pathname, hash }: Location, now: number): boolean {
	const page = pagesWithFragment.find((known) => known === pathname.replace(/\/$/, ''));
	if (!page || hash.length < 2) return false;
	try {
		localStorage.setItem(keyOf(page), JSON.stringify({ fragment: hash.slice(1), at: now }));
		return true;
	} catch {
		// Storage is blocked or full, so signing in would fail too: leave the URL alone.
		return false;
	}
}

/** The fragment that was stored for a page within the last day. */
export function readFragment(page: PageWithFragment, now: number): string | undefined {
	try {
		const stored = JSON.parse(localStorage.getItem(keyOf(page)) ?? '{}') as Record<string, unknown>;
		const { fragment, at } = stored;
		if (typeof fragment !== 'string' || typeof at !== 'number') return undefined;
		return fragment.length <= 20_000 && now - at < maxAgeMs ? fragment : undefined;
	} catch {
		return undefined;
	}
}

export function forgetFragment(page: PageWithFragment): void {
	localStorage.removeItem(keyOf(page));
}
