const key = 'feedback-site';

/** Returns the UUID of the last visited site in this browser. */
export function lastSite(): string | undefined {
	try {
		return localStorage.getItem(key) ?? undefined;
	} catch {
		// Storage is blocked: nothing is remembered.
		return undefined;
	}
}

export function rememberSite(site: string): void {
	try {
		localStorage.setItem(key, site);
	} catch {
		// Storage is blocked: the first site opens next time.
	}
}
