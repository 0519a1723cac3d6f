export type CheckedUrl =
	| { url: string; /** A hint about the URL. */ note?: string }
	| {
			problem: string;
			/** A change of the site's settings can fix the problem. */ isOrigin?: true;
	  };

/**
 * The URL of an app if a preview can open there: a web page on one of the site's origins.
 *
 * @example
 * checkAppUrl('app.example.com', []); // { url: 'https://app.example.com/' }
 */
export function checkAppUrl(typed: string, origins: readonly string[]): CheckedUrl {
	const text = typed.trim();
	if (text === '') return { problem: 'Enter the URL of a page that loads the SDK.' };
	const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
		? text
		: `${isLocal(text) ? 'http' : 'https'}://${text}`;
	if (!URL.canParse(whole)) return { problem: 'Enter a valid URL.' };
	const url = new URL(whole);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return { problem: 'The URL must start with “https://” or “http://”.' };
	}
	if (origins.length > 0 && !origins.includes(url.origin)) {
		const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(origins);
		return {
			problem: `The site only accepts requests from ${list}, so nothing would appear on ${url.origin}.`,
			isOrigin: true,
		};
	}
	const hadFragment = url.hash !== '';
	url.hash = '';
	return {
		url: url.href,
		...(hadFragment && {
			note: 'The part after “#” is dropped, because the preview token goes there. Navigate to it once the app is open.',
		}),
	};
}

function isLocal(text: string): boolean {
	return /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(text);
}

/** URL that starts a preview. The token is in the fragment, which browsers do not send to servers. */
export function previewLink(address: string, token: string): string {
	return `${address}#feedback_preview=${token}`;
}

const keyOf = (site: string) => `feedback-app-address ${site}`;

/** The URL that was last used for this site in this browser; empty if none. */
export function recallAppUrl(site: string): string {
	try {
		return localStorage.getItem(keyOf(site)) ?? '';
	} catch {
		return '';
	}
}

export function rememberAppUrl(site: string, address: string): void {
	try {
		localStorage.setItem(keyOf(site), address);
	} catch {
		// Storage may be blocked: then the URL is not remembered.
	}
}
