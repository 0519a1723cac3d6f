/** Pages whose addresses carry something in the fragment that must not stay there. */
export const pagesWithFragment = ['/propose', '/invitation'] as const;
export type PageWithFragment = (typeof pagesWithFragment)[number];

const longest = 24 * 60 * 60 * 1_000;
const keyOf = (page: PageWithFragment) => `feedback-kept${page}`;

/**
 * Keeps the fragment of such a page in this browser: across a sign-in, also one by a link that opens another
 * tab. True when it is kept, and so has to leave the address, where history and bystanders see it.
 */
export function keepFragment({ pathname, hash }: Location, now: number): boolean {
	const page = pagesWithFragment.find((known) => known === pathname.replace(/\/$/, ''));
	if (!page || hash.length < 2) return false;
	try {
		localStorage.setItem(keyOf(page), JSON.stringify({ fragment: hash.slice(1), at: now }));
		return true;
	} catch {
		// Storage is blocked or full, and nobody could be signed in then: the address stays as it is.
		return false;
	}
}

/** What was kept for a page within the last day. */
export function readFragment(page: PageWithFragment, now: number): string | undefined {
	try {
		const kept = JSON.parse(localStorage.getItem(keyOf(page)) ?? '{}') as Record<string, unknown>;
		const { fragment, at } = kept;
		if (typeof fragment !== 'string' || typeof at !== 'number') return undefined;
		return fragment.length <= 20_000 && now - at < longest ? fragment : undefined;
	} catch {
		return undefined;
	}
}

export function forgetFragment(page: PageWithFragment): void {
	localStorage.removeItem(keyOf(page));
}
