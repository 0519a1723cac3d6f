const storageKey = 'feedback-demo-key';

/** Shown if the service refuses the key. */
export const invalidKeyMessage =
	'This key is no longer valid. Open the link to the dashboard that "npm start" printed.';

/**
 * Stores the key of the link that `npm start` prints, `…/#demo=<key>`. True if the fragment had one, which must then
 * be removed from the URL.
 */
export function storeDemoKey(hash: string): boolean {
	const key = /^#demo=([\w-]+)$/.exec(hash)?.[1];
	if (key === undefined) return false;
	try {
		localStorage.setItem(storageKey, key);
		return true;
	} catch {
		// Storage is blocked or full, so signing in would fail too: leave the URL alone.
		return false;
	}
}

/** The stored key; undefined if the printed link was never opened here. */
export function readDemoKey(): string | undefined {
	try {
		return localStorage.getItem(storageKey) ?? undefined;
	} catch {
		return undefined;
	}
}
