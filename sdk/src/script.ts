// The script-tag build. The service itself serves it, so the script's URL contains the address of the service.
import { createFeedback, type FeedbackSdk } from './feedback.ts';
import { toRecord } from './json.ts';
import { settings } from './settings.ts';

declare global {
	interface Window {
		Feedback?: FeedbackSdk;
		/** The SDK, if the page uses the name `Feedback` for something else. */
		FeedbackSdk?: FeedbackSdk;
	}
}

/** The queue that the page's inline script defines until this script has loaded. */
type Stub = {
	/** Makes the queued calls in order, and forwards later ones. */
	replay(sdk: FeedbackSdk): void;
};

/** A module has no current script. */
const tag = document.currentScript ?? document.querySelector('[src*="sdk/feedback.js"]');
/** Empty when the script is written into the page. */
const { src = '', integrity, nonce } = (tag ?? toRecord(0)) as Partial<HTMLScriptElement>;

/**
 * The address of a file of this build. An import has no `integrity`, but it uses a preloaded module that has one. A
 * page that sets `integrity` for this script thereby also verifies the files that the script loads.
 */
async function locate(file: string, hash: string): Promise<string> {
	const href = new URL(file, src || `${settings.apiUrl}/sdk/`).href;
	if (integrity) {
		const link = document.createElement('link');
		await new Promise((onload, onerror) =>
			document.head.append(
				Object.assign(link, {
					onload,
					onerror,
					rel: 'modulepreload',
					integrity: hash,
					href,
					nonce,
				}),
			),
		);
		link.remove();
	}
	return href;
}

type Known = Partial<FeedbackSdk & Stub & Element> | undefined;

const given = window.Feedback as Known;
// The page may use the name for something else. An element with this ID is not meant.
const name = given && !given.visitorId && !given.nodeType ? 'FeedbackSdk' : 'Feedback';
const before = window[name] as Known;

// If a page contains the tag twice, the first one stays, because it may already be initialized.
if (!before?.visitorId || before.replay) {
	const load =
		<Module>([file, hash]: readonly [string, string], again = '') =>
		async (): Promise<Module> =>
			import(/* @vite-ignore */ await locate(file + again, hash)).catch((error: unknown) => {
				// Browsers do not fetch a module again whose address failed once.
				again += '?';
				throw error;
			});
	const sdk = createFeedback({
		apiUrl: src && new URL('..', src).href,
		load: load(__FEEDBACK_UI__),
		loadLater: load(__FEEDBACK_LATER__),
		verify: locate,
	});
	window[name] = sdk;
	before?.replay?.(sdk);
}
