const key = 'feedback-site';

/** The site that this browser looked at last, by its UUID. */
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
