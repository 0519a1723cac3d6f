// The measured numbers of pages, as the pages need them.
import { figure, leastOf, listRows } from './figure.ts';
import { inHundreds } from './in-hundreds.ts';

/** Minutes from an empty machine to the first answer, of each reader; the last one's service runs already. */
export const firstAnswer = listRows('first-answer', 'minutes-to-the-first-answer').map(
	({ row, values }) => ({
		reader: row,
		service: values['service']?.toFixed(1) ?? 'runs already',
		own: values['own-steps']!.toFixed(1),
		together: (values['together'] ?? values['own-steps']!).toFixed(1),
	}),
);

/** Gzipped bytes that a browser downloads, as built by `npm run build -w @feedback/sdk`. */
export const ownBytes = {
	scriptTag: figure('sizes.the-sdk.script-tag.gzip'),
	package: figure('sizes.the-sdk.package.gzip'),
	headless: figure('sizes.the-sdk.headless.gzip'),
	promptUi: figure('sizes.the-sdk.prompt-ui.gzip'),
	afterDecision: figure('sizes.the-sdk.after-the-decision.gzip'),
	launcher: figure('sizes.the-sdk.launcher.gzip'),
	pictureQuestion: figure('sizes.the-sdk.picture-question.gzip'),
	screenshot: figure('sizes.the-sdk.pictures-of-the-page.gzip'),
};

/** Gzipped size of other SDKs in bytes, to a tenth of a kB: before a prompt shows, and the addition when one shows. */
export const otherBytes = {
	formbricks: {
		before: figure('other-sdks.other-sdks.formbricks-5-1-before-a-prompt-shows.gzip'),
		renderer: figure('other-sdks.other-sdks.formbricks-5-1-of-which-the-renderer.gzip'),
	},
	posthog: {
		init: figure('other-sdks.other-sdks.posthog-js-1-449-2.gzip'),
		surveys: figure('other-sdks.other-sdks.posthog-js-1-449-2-surveys.gzip'),
	},
	sentry: {
		before: figure('other-sdks.other-sdks.sentry-browser-11-12-0-with-feedback.gzip'),
		added: figure('other-sdks.other-sdks.sentry-browser-11-12-0-of-which-feedback.gzip'),
		rest: figure('other-sdks.other-sdks.sentry-browser-11-12-0-of-which-the-rest.gzip'),
	},
	sprig: {
		before: figure('other-sdks.other-sdks.sprig-2-50-0-static-part.gzip'),
		shown: figure('other-sdks.other-sdks.sprig-2-50-0-when-a-prompt-shows.gzip'),
	},
};

/** Milliseconds from the event to a field that can be typed into: ours, and posthog-js in the same run. */
export const visible = {
	first: {
		ours: figure('visible.feedback-full-speed.first.median'),
		posthog: figure('visible.posthog-js-full-speed.first.median'),
	},
	later: {
		ours: figure('visible.feedback-full-speed.later.median'),
		posthog: figure('visible.posthog-js-full-speed.later.median'),
	},
	slowFirst: {
		ours: figure('visible.feedback-4-times-slower.first.median'),
		posthog: figure('visible.posthog-js-4-times-slower.first.median'),
	},
	slowLater: {
		ours: figure('visible.feedback-4-times-slower.later.median'),
		posthog: figure('visible.posthog-js-4-times-slower.later.median'),
	},
	/** By another script, without a network. */
	formbricks: {
		plain: figure('visible-formbricks.formbricks-without-a-network.full-speed.median'),
		slow: figure('visible-formbricks.formbricks-without-a-network.4-times-slower.median'),
	},
};

/** Tabs in lock-step on new visitors, and how many visitors a check before the insert asked again. */
export const race = {
	clients: 16,
	visitors: figure('race.16-clients-in-lock-step-a-prompt-shown-once.new-visitors.count'),
	calls: figure('race.16-clients-in-lock-step-a-prompt-shown-once.calls.count'),
	checkFirst: [
		figure(
			'check-first.checking-first-and-inserting-afterwards-16-clients-in-lock-step.asked-again.count',
		),
		figure(
			'check-first.checking-first-and-inserting-afterwards-16-clients-in-lock-step.visitors.count',
		),
	],
} as const;

/** Recording an event in the database as the function does: share of the rate of a bare insert, and CPU in µs. */
export const ingest = {
	rows: [
		{
			clients: 1,
			prompts: '10',
			share: figure('ingest.1-client.ingest-10-prompts.x-bare-insert'),
			cpu: figure('ingest.1-client.ingest-10-prompts.cpu'),
		},
		{
			clients: 1,
			prompts: '1,000 over 50 event names',
			share: figure('ingest.1-client.ingest-1000-over-50-names.x-bare-insert'),
			cpu: figure('ingest.1-client.ingest-1000-over-50-names.cpu'),
		},
		{
			clients: 8,
			prompts: '10',
			share: figure('ingest.8-clients.ingest-10-prompts-in-batches.x-bare-insert'),
			cpu: figure('ingest.8-clients.ingest-10-prompts-in-batches.cpu'),
		},
		{
			clients: 8,
			prompts: '1,000 over 50 event names',
			share: figure('ingest.8-clients.ingest-1000-over-50-names-in-batches.x-bare-insert'),
			cpu: figure('ingest.8-clients.ingest-1000-over-50-names-in-batches.cpu'),
		},
		{
			clients: 8,
			prompts: '10 with a rule of every kind',
			share: figure('ingest.8-clients.10-prompts-everything-on-in-batches.x-bare-insert'),
			cpu: figure('ingest.8-clients.10-prompts-everything-on-in-batches.cpu'),
		},
		{
			clients: 8,
			prompts: '1,000 over 50, with a rule of every kind',
			share: figure('ingest.8-clients.1000-over-50-everything-on-in-batches.x-bare-insert'),
			cpu: figure('ingest.8-clients.1000-over-50-everything-on-in-batches.cpu'),
		},
	],
	goals: [
		leastOf('ingest.8-clients.ingest-10-prompts-in-batches.x-bare-insert'),
		leastOf('ingest.8-clients.ingest-1000-over-50-names-in-batches.x-bare-insert'),
		leastOf('ingest.8-clients.10-prompts-everything-on-in-batches.x-bare-insert'),
		leastOf('ingest.8-clients.1000-over-50-everything-on-in-batches.x-bare-insert'),
	],
	/** With 10 prompts and even more clients. */
	shared: {
		clients: 16,
		share: figure('ingest.16-clients.ingest-10-prompts-in-batches.x-bare-insert'),
		cpu: figure('ingest.16-clients.ingest-10-prompts-in-batches.cpu'),
	},
	/** Figures of a batch of 20. */
	batch: {
		perSecond: figure('scale.batches-of-20-events-8-clients.batch-of-20.events'),
		cpu: figure('scale.batches-of-20-events-8-clients.each-event.cpu'),
	},
};

/**
 * Displays per second by sixteen sessions that share every budget, as shares of the rate without a budget. `flushed` is
 * the share when each display waits until the previous one is on disk.
 */
export const budget = {
	sessions: 16,
	none: figure('budget.a-display.none.16-sessions'),
	rows: [
		{
			what: 'one: in total',
			perSecond: figure('budget.a-display.one-row.16-sessions'),
			share: figure('budget.a-display.one-row.x-displays-s'),
			flushed: figure('budget.a-display.one-row-locked-while-flushed.x-displays-s'),
		},
		{
			what: 'three: in total, a paced week, and a day of the whole site',
			perSecond: figure('budget.a-display.three-rows.16-sessions'),
			share: figure('budget.a-display.three-rows.x-displays-s'),
			flushed: figure('budget.a-display.three-rows-locked-while-flushed.x-displays-s'),
		},
	],
};

/** Database pages that a call reads or writes, on a small site and on a large one. */
export const pages = {
	small: figure('scale.one-call.10-prompts-1000-subjects.pages'),
	large: figure('scale.one-call.10000-prompts-1000000-subjects.pages'),
};

/** Requests per second over HTTP with 16 connections, and the 99th percentile in milliseconds. */
export const http = {
	rows: [
		{
			what: 'A function that does nothing',
			rate: figure('http.16-connections.nothing.rate'),
			p99: figure('http.16-connections.nothing.p99'),
		},
		{
			what: 'One insert',
			rate: figure('http.16-connections.one-insert.rate'),
			p99: figure('http.16-connections.one-insert.p99'),
		},
		{
			what: 'An event, no prompt published',
			rate: figure('http.16-connections.event-no-prompt.rate'),
			p99: figure('http.16-connections.event-no-prompt.p99'),
		},
		{
			what: 'An event that one of 10 prompts fits',
			rate: figure('http.16-connections.event-10-prompts.rate'),
			p99: figure('http.16-connections.event-10-prompts.p99'),
		},
	],
	/** Events per second in batches of 20. */
	batched: figure('http.16-connections.batch-of-20.events'),
};

/** CPU of an event in microseconds, in the servers and in Postgres, and what that allows each core. */
export const serverCost = {
	plain: {
		servers: figure('server.16-connections-for-each-server.no-prompt-1-server.cpu-of-servers'),
		postgres: figure('server.16-connections-for-each-server.no-prompt-1-server.cpu-of-postgres'),
		perCore: figure('server.16-connections-for-each-server.no-prompt-1-server.each-core'),
	},
	matching: {
		servers: figure(
			'server.16-connections-for-each-server.one-of-10-prompts-fits-1-server.cpu-of-servers',
		),
		postgres: figure(
			'server.16-connections-for-each-server.one-of-10-prompts-fits-1-server.cpu-of-postgres',
		),
		perCore: figure(
			'server.16-connections-for-each-server.one-of-10-prompts-fits-1-server.each-core',
		),
	},
};

/** Mebibytes of a server with its own Postgres. */
export const idleMemory = figure('server.one-server.75-s-after-1000-events.memory');

/** Bytes of a stored event, with its indexes. */
export const bytesOfEvent = figure(
	'row.layouts.visitor-in-4-bytes-languages-as-text-app-events.an-event',
);

/** Gigabytes of ten million events. */
export const gigabytesOfTenMillion = (bytesOfEvent / 100).toFixed(1);

/** Events per second that four cores handle, from those that trigger prompts to those that do not. */
export const fourCores = {
	everything: rangeOf(serverCost.matching.perCore, serverCost.plain.perCore),
	servers: inHundreds(4_000_000 / serverCost.matching.servers),
	postgres: rangeOf(
		1_000_000 / serverCost.matching.postgres,
		1_000_000 / serverCost.plain.postgres,
	),
};

function rangeOf(low: number, high: number): string {
	return `${inHundreds(4 * low)} to ${inHundreds(4 * high)}`;
}

const milliseconds = (microseconds: number) => `${(microseconds / 1_000).toFixed(2)} ms`;

export const serverCostTable = (
	[
		['that no prompt waits for', serverCost.plain],
		['that trigger one of ten prompts', serverCost.matching],
	] as const
).map(([events, { servers, postgres, perCore }]) => [
	events,
	milliseconds(servers),
	milliseconds(postgres),
	inHundreds(perCore),
]);

/** The failover rehearsal: how long the service acknowledged no events, and its own share of that time. */
export const failoverTable = listRows('failover', 'injected-faults').map(({ row, values }) => [
	row,
	seconds(values['unavailable']),
	values['recovery'] === 0 ? 'at once' : seconds(values['recovery']),
]);

function seconds(value: number | undefined): string {
	return value === undefined ? '–' : `${value.toFixed(1)} s`;
}
