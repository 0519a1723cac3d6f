// The script-tag build: served by the service itself, so its own address says where the service is.
import { createFeedback, type FeedbackSdk } from './feedback.ts';
import type { LazyModule } from './settings.ts';

declare global {
	interface Window {
		Feedback?: FeedbackSdk;
	}
}

/** The queue that the page's inline script defines until this script has loaded. */
type Stub = {
	/** Makes the calls that were queued, in their order, and passes on the later ones. */
	replay(sdk: FeedbackSdk): void;
};

const { src = '', integrity } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>;

/**
 * The address of a file of this build. An import has no `integrity`, but takes the module that a preload
 * has brought: a page that pins this script pins by it the files that it loads.
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

// A page that carries the tag twice keeps the first one, which may have been started already.
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
