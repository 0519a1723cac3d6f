// Collects a server's reports, and sends them in batches, one at a time.
import { backendBatch, backendBytes } from '@feedback/contract/shared-limits';
import type {
	BackendEvent,
	BackendEventResult,
	BackendIdentity,
	BackendIdentityResult,
	BackendRequest,
	BackendResponse,
} from '@feedback/contract/wire';

import { FeedbackError } from '../feedback-error.ts';

type Settled<Result> = { resolve(result: Result): void; reject(error: FeedbackError): void };
type Report =
	| { kind: 'events'; value: BackendEvent }
	| { kind: 'identify'; value: BackendIdentity };
type Item = { bytes: number } & (
	| ({ kind: 'events'; value: BackendEvent } & Settled<BackendEventResult>)
	| ({ kind: 'identify'; value: BackendIdentity } & Settled<BackendIdentityResult>)
);

/** Sends one request, with its retries. Rejects with a `FeedbackError`. */
export type SendBatch = (request: BackendRequest) => Promise<BackendResponse>;

/** Bytes of a body that are reserved for the envelope around the items. */
const envelopeBytes = 64;

export type ReportQueue = {
	addEvent(event: BackendEvent): Promise<BackendEventResult>;
	addIdentity(identity: BackendIdentity): Promise<BackendIdentityResult>;
	/** Resolves when everything added so far was sent or has failed. */
	flush(): Promise<void>;
};

/** @param lingerMs milliseconds for which the first item waits for others to share its request */
export function createReportQueue(send: SendBatch, lingerMs: number): ReportQueue {
	const items: Item[] = [];
	let sending: Promise<void> | undefined;

	async function drain(): Promise<void> {
		while (items.length > 0) await sendItems(takeBatch(items));
		sending = undefined;
	}

	async function sendItems(batch: Item[]): Promise<void> {
		const events = batch.filter((item) => item.kind === 'events');
		const identities = batch.filter((item) => item.kind === 'identify');
		try {
			const response = await send({
				...(identities.length > 0 && { identify: identities.map(({ value }) => value) }),
				...(events.length > 0 && { events: events.map(({ value }) => value) }),
			});
			events.forEach((item, at) => settle(item, response.events[at]));
			identities.forEach((item, at) => settle(item, response.identify[at]));
		} catch (cause) {
			const error =
				cause instanceof FeedbackError
					? cause
					: new FeedbackError('unexpected', 'The SDK failed.', { cause });
			for (const item of batch) item.reject(error);
		}
	}

	async function add<Result>(report: Report): Promise<Result> {
		const bytes = countBytes(report.value);
		return new Promise((resolve, reject) => {
			items.push({ ...report, bytes, resolve, reject } as Item);
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

export function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
