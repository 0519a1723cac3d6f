import type { FeedbackNotification } from '@feedback/sdk';

/** How the app in the frame starts the SDK. */
export type StartOptions = {
	siteId: string;
	apiUrl: string;
	debugToken: string;
	path: string;
	/** By default, the browser's. */
	language: string | undefined;
};

type Values = Record<string, string | number | boolean | null>;

/** What the page tells the app in the frame to do. */
export type TestCall =
	| { call: 'init'; options: StartOptions }
	| { call: 'identify'; account: string; traits: Values }
	| { call: 'event'; name: string; properties: Values; path: string }
	| { call: 'show'; surveyId: string; path: string };

type Problem = { type: 'error'; message: string; hint: string | undefined };

/** What the app in the frame tells the page. */
export type TestMessage =
	| { type: 'ready' }
	| { type: 'started'; visitor: string | undefined }
	| Exclude<FeedbackNotification, { type: 'error' }>
	| Problem;
