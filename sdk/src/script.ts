// The script-tag build. The service itself serves it, so the script's URL contains the address of the service.
import { createFeedback, type FeedbackSdk } from './feedback.ts';
import type { LazyModule } from './settings.ts';

declare global {
	interface Window {
		Feedback?: FeedbackSdk;
	}
}

/** The queue that the page's inline script defines until this script has loaded. */
type Stub = {
	/** Makes the queued calls in order, and forwards later ones. */
	replay(sdk: FeedbackSdk): void;
};

const { src = '', integrity } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>;

/**
 * The address of a file of this build. An import has no `integrity`, but it uses a preloaded module that has one. A
 * page that sets `integrity` for this script thereby also verifies the files that the script loads.
 */
async function locate(file: string, hash: string): Promise<string> {
	const href = new URL(file, src).href;
	if (integrity) {
		const link = document.createElement('link');
		document.head.append(link);
		await new Promise((onload, onerror) =>
			Object.assign(link, { onload, onerror, rel: 'modulepreload', integrity: hash, href }),
		);
		link.remove();
	}
	return href;
}

const before = window.Feedback as Partial<FeedbackSdk & Stub> | undefined;

// If a page contains the tag twice, the first one stays, because it may already be initialized.
if (!before?.visitorId || before.replay) {
	const sdk = createFeedback({
		apiUrl: src && new URL('..', src).href,
		load: () =>
			locate(...__FEEDBACK_UI__).then(
				(href): Promise<LazyModule> => import(/* @vite-ignore */ href),
			),
		verify: locate,
	});
	window.Feedback = sdk;
	before?.replay?.(sdk);
}
