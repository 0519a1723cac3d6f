// A bounded queue in storage that all tabs share. A message is stored before its first attempt and removed
// when the service acknowledges it; one tab at a time sends the remaining ones.
import {
	eventBatch,
	eventPastHours,
	queueCharacters,
	queueEvents,
} from '@feedback/contract/shared-limits';
import type {
	AnswerRequest,
	DisplayRequest,
	EventsResponse,
	ReportedEvent,
	ShowRequest,
} from '@feedback/contract/wire';

import { call } from './call.ts';
import { failWith, log } from './notify.ts';
import { post, type Reply } from './request.ts';
import { settings } from './settings.ts';
import { findKeys, read, readText, write } from './storage.ts';
import { mintId } from './uuid.ts';
import { type Owner, serverTime } from './visitor.ts';

const maxBatchCharacters = 20_000;
/** A little less than the service accepts, so that no event arrives stale. */
const maxAgeMs = (eventPastHours - 0.25) * 3_600_000;
/** While the first attempt may still be in flight, no other tab sends the message. */
const firstAttemptMs = 6_000;
const lockedMs = 10_000;

type QueuedMessage =
	/**
	 * `owner`: the visitor who reported it. `again`: it has a new ID, because the service rejected the first ID as
	 * stale.
	 */
	| { route: 'events'; body: ReportedEvent; owner: Owner; again?: boolean | undefined }
	| { route: 'show'; body: ShowRequest; owner?: undefined; again?: undefined }
	| { route: 'display'; body: DisplayRequest; owner?: undefined; again?: undefined }
	| { route: 'answer'; body: AnswerRequest; owner?: undefined; again?: undefined };

/** `at`: when it happened, by this device's clock. `wait`: milliseconds after that in which no other tab sends it. */
type Entry = QueuedMessage & { at: number; wait: number };

/** Only answers have a sequence number. */
type Sequenced = Partial<AnswerRequest>;

type Drops = Record<string, number>;

let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let timerDue = Infinity;
let sending = false;

/** Schedules the messages that earlier pages left in the queue to be sent soon. */
export function startOutbox(): void {
	addEventListener('online', () => {
		attempts = 0;
		schedule(0);
	});
	schedule(1_000);
}

/** Stores a message without sending it yet. */
export function enqueue(id: string, message: QueuedMessage, wait = firstAttemptMs): void {
	write(`q:${id}`, { ...message, at: Date.now(), wait });
	schedule(wait);
}

/** Stores a message and sends it immediately; if that fails, it is sent again later. */
export async function send<T>(
	id: string,
	message: QueuedMessage,
	attempt: () => Promise<Reply<T>> = () => post(message.route, message.body),
): Promise<Reply<T>> {
	enqueue(id, message);
	const reply = await attempt();
	acknowledge(`q:${id}`, message, reply);
	if (reply.error) failWith(reply.error);
	if (reply.retry) {
		trim();
		backOff(reply.wait);
	} else schedule(0);
	return reply;
}

/** Sends one owner's events, with the drops since the last report. */
export async function sendEvents(owner: Owner, events: ReportedEvent[], decide: boolean) {
	const counted = read('dropped');
	// The service refuses a report with any other value.
	const dropped = counted instanceof Object ? (counted as Drops) : undefined;
	// Removed first, so that concurrent requests do not report the same drops.
	write('dropped');
	const reply = await call<EventsResponse>('events', owner, { events, decide, dropped }, decide);
	if (dropped && reply.error) countDrops(dropped);
	return reply;
}

function acknowledge(key: string, { body }: QueuedMessage, reply: Reply<unknown>): void {
	const stored = read<Entry>(key);
	// A later answer may have replaced the one that was sent.
	if (!stored || (stored.body as Sequenced).seq !== (body as Sequenced).seq) return;
	if (!reply.error) write(key);
	else if (reply.retry) write(key, { ...stored, wait: 0 });
	else drop(key, 'refused');
}

function drop(key: string, cause: string): void {
	write(key);
	countDrops({ [cause]: 1 });
	log('dropped', cause);
}

function countDrops(more: Drops): void {
	const dropped = { ...read<Drops>('dropped') };
	for (const cause in more) dropped[cause] = (dropped[cause] ?? 0) + more[cause]!;
	write('dropped', dropped);
}

function trim(): void {
	let count = 0;
	let characters = 0;
	for (const key of findKeys('q:').reverse()) {
		characters += readText(key).length;
		if (++count > queueEvents || characters > queueCharacters) drop(key, 'queue_full');
	}
}

function schedule(delay: number): void {
	const due = Date.now() + delay;
	if (due >= timerDue) return;
	clearTimeout(timer);
	timerDue = due;
	timer = setTimeout(flush, delay);
}

function backOff(wait: number): void {
	schedule(wait || Math.min(500 * 2 ** attempts, 300_000) * (0.5 + Math.random()));
}

async function flush(): Promise<void> {
	timerDue = Infinity;
	if (sending || !findKeys('q:').length) return;
	sending = true;
	try {
		await navigator.locks.request(`feedback:${settings.siteId}`, { ifAvailable: true }, drain);
	} catch {
		// Pages without https and sandboxed frames have no locks. Two tabs may then send the same message, which the service stores once.
		await drain(true);
	}
	sending = false;
}

/** Without the lock, does nothing, because another tab is sending. */
async function drain(lock: unknown): Promise<void> {
	if (!lock) return schedule(lockedMs);
	for (;;) {
		const batch = takeBatch();
		if (!batch.length) return;
		log('retry', batch);
		const reply = await sendBatch(batch);
		for (const [key, entry] of batch) acknowledge(key, entry, reply);
		if (reply.retry) {
			attempts++;
			return backOff(reply.wait);
		}
		attempts = 0;
	}
}

/** The oldest entry that is due; after an event, also the next events of its visitor. */
function takeBatch(): [string, Entry][] {
	const batch: [string, Entry][] = [];
	let characters = 0;
	for (const key of findKeys('q:')) {
		const entry = read<Entry>(key);
		if (!entry?.body || Date.now() - entry.at > maxAgeMs) drop(key, 'expired');
		// An entry with a future time was stored while the device's clock was ahead.
		else if (Math.abs(Date.now() - entry.at) < entry.wait) schedule(entry.wait);
		else {
			const visitor = batch[0]?.[1].owner?.visitor;
			characters += readText(key).length;
			if (
				!batch[0] ||
				(visitor &&
					visitor === entry.owner?.visitor &&
					characters < maxBatchCharacters &&
					batch.length < eventBatch)
			) {
				batch.push([key, entry]);
			}
		}
	}
	return batch;
}

async function sendBatch(batch: [string, Entry][]): Promise<Reply<unknown>> {
	const [, { owner, route, body }] = batch[0]!;
	if (!owner) return post(route, body);
	const events = batch.map(([, entry]) => {
		return { ...(entry.body as ReportedEvent), session: entry.owner?.session };
	});
	const reply = await sendEvents(owner, events, false);
	reply.body?.results.forEach(({ status, error }, index) => {
		const [key, entry] = batch[index]!;
		if (status === 'stale' && !entry.again) {
			// If `at` is in the future, the clock has been corrected since then.
			const id = mintId(serverTime() + Math.min(entry.at - Date.now(), 0));
			write(`q:${id}`, { ...entry, body: { ...entry.body, id }, again: true });
		} else if (status === 'stale' || error) drop(key, 'refused');
	});
	return reply;
}
