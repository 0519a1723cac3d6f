// Every measured number of the site is here only; a test compares them with e2e/bench/RESULTS.md.

/** Gzipped bytes that a browser downloads, as built by `npm run build -w @feedback/sdk`. */
export const ownBytes = {
	scriptTag: 5_111,
	package: 4_810,
	headless: 4_847,
	promptUi: 10_235,
	afterDecision: 6_543,
	launcher: 5_403,
};

/** Gzipped size of other SDKs in bytes, to a tenth of a kB: before a prompt shows, and the addition when one shows. */
export const otherBytes = {
	formbricks: { before: 281_300, renderer: 269_800 },
	posthog: { init: 127_200, surveys: 48_700 },
	sentry: { before: 52_100, added: 19_000, rest: 33_200 },
	sprig: { before: 31_800, shown: 75_100 },
};

/** Milliseconds from the event to a field that can be typed into: ours, and posthog-js in the same run. */
export const visible = {
	first: { ours: 246, posthog: 500 },
	later: { ours: 125, posthog: 175 },
	slowFirst: { ours: 372, posthog: 574 },
	slowLater: { ours: 157, posthog: 944 },
	/** By another script, without a network. */
	formbricks: { plain: 199, slow: 891 },
};

/** Tabs in lock-step on new visitors, and how many visitors a check before the insert asked again. */
export const race = { clients: 16, visitors: 5_000, calls: 80_000, checkFirst: [1_818, 2_000] };

/** Recording an event in the database as the function does: share of the rate of a bare insert, and CPU in µs. */
export const ingest = {
	rows: [
		{ clients: 1, prompts: '10', share: 0.66, cpu: 306 },
		{ clients: 1, prompts: '1,000 over 50 event names', share: 0.61, cpu: 336 },
		{ clients: 8, prompts: '10', share: 0.87, cpu: 97 },
		{ clients: 8, prompts: '1,000 over 50 event names', share: 0.91, cpu: 94 },
		{ clients: 8, prompts: '10 with a rule of every kind', share: 0.66, cpu: 141 },
		{ clients: 8, prompts: '1,000 over 50, with a rule of every kind', share: 0.6, cpu: 152 },
	],
	goals: [0.64, 0.49, 0.5, 0.4],
	/** With 10 prompts and even more clients. */
	shared: { clients: 16, share: 0.9, cpu: 113 },
	/** Figures of a batch of 20. */
	batch: { perSecond: 15_876, cpu: 93 },
};

/**
 * Displays per second by sixteen sessions that share every budget, as shares of the rate without a budget. `flushed` is
 * the share when each display waits until the previous one is on disk.
 */
export const budget = {
	sessions: 16,
	none: 258,
	rows: [
		{ what: 'one: in total', perSecond: 229, share: 0.91, flushed: 0.58 },
		{
			what: 'three: in total, a paced week, and a day of the whole site',
			perSecond: 202,
			share: 0.82,
			flushed: 0.54,
		},
	],
};

/** Database pages that a call reads or writes, on a small site and on a large one. */
export const pages = { small: 21, large: 26 };

/** Requests per second over HTTP with 16 connections, and the 99th percentile in milliseconds. */
export const http = {
	rows: [
		{ what: 'A function that does nothing', rate: 54_966, p99: 1 },
		{ what: 'One insert', rate: 7_399, p99: 7.4 },
		{ what: 'An event, no prompt published', rate: 4_211, p99: 9.8 },
		{ what: 'An event that one of 10 prompts fits', rate: 1_454, p99: 25.4 },
	],
	/** Events per second in batches of 20. */
	batched: 20_677,
};
