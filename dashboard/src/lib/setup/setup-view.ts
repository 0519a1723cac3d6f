export type SetupView = 'open' | 'closed' | 'finished';

const key = (site: string) => `feedback-setup-${site}`;

/** Reads how this browser shows the checklist of a site; for `finished`, the site's requests are skipped. */
export function readSetupView(site: string): SetupView {
	try {
		const stored = localStorage.getItem(key(site));
		return stored === 'closed' || stored === 'finished' ? stored : 'open';
	} catch {
		// Storage is blocked: nothing is remembered.
		return 'open';
	}
}

export function rememberSetupView(site: string, view: SetupView): void {
	try {
		if (view === 'open') localStorage.removeItem(key(site));
		else localStorage.setItem(key(site), view);
	} catch {
		// Storage is blocked: the choice lasts until the page is left.
	}
}
