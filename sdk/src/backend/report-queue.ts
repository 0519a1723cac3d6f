// Collects a server's reports, and sends them in batches, one at a time.
import { backendBatch, backendBytes } from '@feedback/contract/shared-limits';
import type {
	BackendEvent,
	BackendEventResult,
	BackendIdentity,
	BackendIdentityResult,
} from '@feedback/contract/wire';

import { FeedbackError } from '../feedback-error.ts';
import { attemptMs, type Failure, type SendBatch } from './send-batch.ts';

type Settled<Result> = { resolve(result: Result): void; reject(error: FeedbackError): void };
type Report =
	| { kind: 'events'; value: BackendEvent }
	| { kind: 'identify'; value: BackendIdentity };
/** `since` is when it was reported; `tried`, whether a request with it failed and may be repeated. */
type Item = { bytes: number; since: number; tried?: boolean } & (
	| ({ kind: 'events'; value: BackendEvent } & Settled<BackendEventResult>)
	| ({ kind: 'identify'; value: BackendIdentity } & Settled<BackendIdentityResult>)
);

/** Milliseconds until the first retry; each further delay is twice as long, and each is shortened at random. */
const firstRetryMs = 250;
const longestRetryMs = 30_000;
/** Bytes of a body that are reserved for the envelope around the items. */
const envelopeBytes = 64;

export type ReportQueue = {
	addEvent(event: BackendEvent): Promise<BackendEventResult>;
	addIdentity(identity: BackendIdentity): Promise<BackendIdentityResult>;
	/** Resolves when everything added so far was sent or has failed. */
	flush(): Promise<void>;
};

export type QueueOptions = {
	send: SendBatch;
	/** Milliseconds for which the first item waits for others to share its request. */
	lingerMs: number;
	/** Milliseconds after its report for which an item that may still succeed is sent again. */
	retryForMs: number;
};

export function createReportQueue({ send, lingerMs, retryForMs }: QueueOptions): ReportQueue {
	let items: Item[] = [];
	let sending: Promise<void> | undefined;

	async function drain(): Promise<void> {
		let attempts = 0;
		while (items.length > 0) {
			const batch = takeBatch(items);
			const failure = await sendItems(batch);
			if (failure && !failure.retry) for (const item of batch) item.reject(failure.error);
			if (failure?.retry) {
				const backOffMs = Math.min(firstRetryMs * 2 ** attempts, longestRetryMs);
				const waitMs = Math.max(failure.waitMs, backOffMs * (0.5 + Math.random() / 2));
				for (const item of batch) item.tried = true;
				items.unshift(...batch);
				rejectOverdue(failure.error, performance.now() + waitMs);
				if (items[0]?.tried) {
					attempts++;
					await pause(waitMs);
					continue;
				}
			}
			attempts = 0;
		}
		sending = undefined;
	}

	/** Also items that only wait: while the service fails, they would wait for all requests before theirs. */
	function rejectOverdue(error: FeedbackError, now: number): void {
		const isOverdue = ({ since, tried }: Item) =>
			now > since + (tried ? retryForMs : Math.max(retryForMs, attemptMs));
		const overdue = items.filter(isOverdue);
		items = items.filter((item) => !isOverdue(item));
		for (const item of overdue) item.reject(error);
	}

	/** Settles the items, unless the request failed. */
	async function sendItems(batch: Item[]): Promise<Failure | undefined> {
		const events = batch.filter((item) => item.kind === 'events');
		const identities = batch.filter((item) => item.kind === 'identify');
		try {
			const response = await send({
				...(identities.length > 0 && { identify: identities.map(({ value }) => value) }),
				...(events.length > 0 && { events: events.map(({ value }) => value) }),
			});
			if ('error' in response) return response;
			events.forEach((item, at) => settle(item, response.events[at]));
			identities.forEach((item, at) => settle(item, response.identify[at]));
		} catch (cause) {
			const error = new FeedbackError('unexpected', 'The SDK failed.', { cause });
			return { error, retry: false, waitMs: 0 };
		}
		return undefined;
	}

	async function add<Result>(report: Report): Promise<Result> {
		const bytes = countBytes(report.value);
		return new Promise((resolve, reject) => {
			items.push({ ...report, bytes, since: performance.now(), resolve, reject } as Item);
			sending ??= pause(lingerMs).then(drain);
		});
	}

	return {
		addEvent: (value) => add<BackendEventResult>({ kind: 'events', value }),
		addIdentity: (value) => add<BackendIdentityResult>({ kind: 'identify', value }),
		async flush() {
			while (sending) await sending;
		},
	};
}

/** The oldest items that fit into one request. No identify overtakes an event: the service applies all identifies first. */
function takeBatch(items: Item[]): Item[] {
	let total = envelopeBytes;
	let count = 0;
	let afterEvent = false;
	for (const [at, { kind, bytes }] of items.slice(0, backendBatch).entries()) {
		total += bytes;
		if (at > 0 && (total > backendBytes || (kind === 'identify' && afterEvent))) break;
		afterEvent ||= kind === 'events';
		count = at + 1;
	}
	return items.splice(0, count);
}

/** With the comma after the item. Throws for a value that JSON cannot represent, before others depend on it. */
function countBytes(value: Report['value']): number {
	try {
		return new TextEncoder().encode(JSON.stringify(value)).length + 1;
	} catch (cause) {
		throw new FeedbackError('invalid_request', 'JSON cannot represent this report.', { cause });
	}
}

function settle<Result extends { status: string; error?: BackendEventResult['error'] }>(
	item: Settled<Result>,
	result: Result | undefined,
): void {
	if (!result) item.reject(new FeedbackError('bad_answer', 'The service left out a result.'));
	else if (result.error) {
		item.reject(new FeedbackError(result.error.code, result.error.message, result.error));
	} else item.resolve(result);
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
