const storageKey = 'feedback-demo-key';

/** What a person is told whose key the service refuses. */
export const refusedKey =
	'This key is no longer valid. Open the link to the dashboard that "npm start" printed.';

/**
 * Keeps the key of the link that `npm start` prints, `…/#demo=<key>`, in this browser. True when the address had
 * one, which then has to leave it.
 */
export function keepDemoKey(hash: string): boolean {
	const key = /^#demo=([\w-]+)$/.exec(hash)?.[1];
	if (key === undefined) return false;
	try {
		localStorage.setItem(storageKey, key);
		return true;
	} catch {
		// Storage is blocked or full, and nobody could be signed in then: the address stays as it is.
		return false;
	}
}

/** The key that this browser keeps; undefined where the printed link was never opened. */
export function readDemoKey(): string | undefined {
	try {
		return localStorage.getItem(storageKey) ?? undefined;
	} catch {
		return undefined;
	}
}
