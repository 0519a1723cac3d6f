// Sends the messages that wait in the queue, which all tabs share; one tab at a time.
import {
	backlogEvents,
	eventBatch,
	eventPastHours,
	queueCharacters,
	queueEvents,
} from '@feedback/contract/shared-limits';
import type { EventsResponse, ReportedEvent } from '@feedback/contract/wire';

import { checkValues } from '../check-values.ts';
import { isTimedId, toJson, toRecord } from '../json.ts';
import type { QueuedMessage, QueueEntry, Reply } from '../messages.ts';
import { mintId } from '../uuid.ts';
import { isEventName } from '../values.ts';
import type { CountedDrops } from './count-drops.ts';
import type { Core, Drops } from './interface.ts';
import { serverTime } from './server-time.ts';
import { toOwner } from './to-owner.ts';

const maxBatchCharacters = 20_000;
/** A little less than the service accepts, so that no event arrives stale. */
const maxAgeMs = (eventPastHours - 0.25) * 3_600_000;
/** While the first attempt may still be in flight, no other tab sends the message. */
const firstAttemptMs = 6_000;
const lockedMs = 10_000;
const longestDelayMs = 300_000;

/** Codes of refusals that may concern one message of a batch. */
const isAboutContent = /^(invalid|unsafe|body|too)_/;

/** Answers have a sequence number. */
const sequenceOf = (body: unknown) => toRecord(body)['seq'];

type Batch = [key: string, entry: QueueEntry][];

export type Queue = ReturnType<typeof startDraining>;

export function startDraining(core: Core, drops: CountedDrops) {
	const { queued, settings, write } = core;
	let attempts = 0;
	let isSending = false;
	/** Number of messages to send one by one, because the service refused them as a whole. */
	let singles = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let timerDue = Infinity;

	addEventListener('online', () => {
		attempts = 0;
		schedule(0);
	});

	function remove(key: string): void {
		write(key);
		queued.delete(key);
	}

	/** `isTold`: the app has been notified of it. */
	function drop(key: string, cause: string, isTold = false): void {
		remove(key);
		drops.count(cause, 1, isTold);
	}

	function schedule(delay: number): void {
		const due = performance.now() + delay;
		if (due >= timerDue || settings().isStopped) return;
		clearTimeout(timer);
		timerDue = due;
		timer = setTimeout(drain, delay);
	}

	function backOff(wait: number): void {
		const delay = Math.min(500 * 2 ** attempts, longestDelayMs) * (0.5 + Math.random());
		trim();
		schedule(wait || delay);
	}

	function takeFailure(
		key: string,
		event: ReportedEvent,
		reply: Reply<unknown>,
		dropped: Drops | undefined,
	): void {
		drops.giveBack(dropped);
		fail(key, event, reply, true);
		goOn(reply);
	}

	function goOn({ retry, wait }: Reply<unknown>): void {
		if (retry) backOff(wait);
		else schedule(0);
	}

	/** Stores a message; it is sent after a delay. */
	function enqueue(id: string, message: QueuedMessage, wait = firstAttemptMs): void {
		write(`q:${id}`, { ...message, at: Date.now(), wait });
		queued.add(`q:${id}`);
		schedule(wait);
	}

	/** Stores a message and sends it immediately; if that fails, it is sent again later. */
	async function send(id: string, message: QueuedMessage): Promise<void> {
		const key = `q:${id}`;
		enqueue(id, message);
		const reply = await core.post(message.route, message.body);
		if (reply.error) {
			core.notify({ type: 'error', error: reply.error });
			fail(key, message.body, reply, true);
		} else acknowledge(key, message.body);
		goOn(reply);
	}

	/** Removes a message that has arrived, unless a later answer has replaced it. */
	function acknowledge(key: string, body: object): void {
		const stored = toRecord(core.read(key));
		if (sequenceOf(stored['body']) === sequenceOf(body)) remove(key);
	}

	function fail(key: string, body: object, { retry }: Reply<unknown>, isTold: boolean): void {
		const stored = toRecord(core.read(key));
		// A later answer may have replaced the one that was sent, or another tab has sent it.
		if (!stored['body'] || sequenceOf(stored['body']) !== sequenceOf(body)) return;
		if (retry) write(key, { ...stored, wait: 0 });
		else drop(key, 'refused', isTold);
	}

	async function drain(): Promise<void> {
		timerDue = Infinity;
		if (isSending) return;
		isSending = true;
		try {
			const options = { __proto__: null, ifAvailable: true } as LockOptions;
			await navigator.locks.request(`feedback:${settings().siteId}`, options, sendAll);
		} catch {
			// Pages without https and sandboxed frames have no locks. Two tabs may then send the same message, which the service stores once.
			await sendAll(true);
		}
		isSending = false;
		drops.report();
	}

	/** Without the lock, does nothing, because another tab is sending. */
	async function sendAll(lock: unknown): Promise<void> {
		if (!lock) return schedule(lockedMs);
		trim();
		dropBacklog();
		for (;;) {
			if (queued.size < queueEvents) core.storeBacklog(eventBatch);
			const batch = takeBatch();
			if (!batch.length) return;
			core.log('retry', batch);
			const reply = await sendBatch(batch);
			const { error, retry, wait } = reply;
			// One message may be what the service refuses about all of them.
			if (error && !retry && batch.length > 1 && isAboutContent.test(error.code)) {
				singles = batch.length;
				continue;
			}
			singles = Math.max(singles - 1, 0);
			const missing = batch.filter(([key, entry]) => !settle(key, entry, reply));
			if (retry || missing.length) {
				attempts++;
				return backOff(wait);
			}
			attempts = 0;
		}
	}

	/** The oldest entry that is due; after an event, also the next events of its visitor. */
	function takeBatch(): Batch {
		const batch: Batch = [];
		let characters = 0;
		for (const key of [...queued.keys()].sort()) {
			if (batch.length >= (singles ? 1 : eventBatch)) break;
			const entry = readEntry(key);
			if (!entry) continue;
			if (Date.now() - entry.at > maxAgeMs) drop(key, 'expired');
			// An entry with a future time was stored while the device's clock was ahead.
			else if (Math.abs(Date.now() - entry.at) < entry.wait) schedule(entry.wait);
			else {
				const visitor = batch[0]?.[1].owner?.visitor;
				characters += toJson(entry).length;
				if (
					!batch[0] ||
					(visitor && visitor === entry.owner?.visitor && characters < maxBatchCharacters)
				) {
					batch.push([key, entry]);
				}
			}
		}
		return batch;
	}

	/** A message in storage, without what is damaged; `undefined` when there is none, or none can be read. */
	function readEntry(key: string): QueueEntry | undefined {
		const stored = core.read(key);
		if (stored === undefined) {
			// Another tab has sent it.
			remove(key);
			return undefined;
		}
		const { route, body, owner, at, wait, again } = toRecord(stored);
		const time = {
			at: Number.isFinite(at) ? Number(at) : Date.now(),
			wait: Number.isFinite(wait) ? Number(wait) : 0,
		};
		const content = toRecord(body);
		if (route === 'events') {
			const { id, name, properties, proof } = content;
			if (isTimedId(id) && isEventName(name)) {
				const event: ReportedEvent = { id, name };
				if (properties) event.properties = checkValues(properties).good;
				if (typeof proof === 'string') event.proof = proof;
				return toRecord<QueueEntry>({
					route,
					body: event,
					owner: toOwner(core, owner),
					again: !!again,
					...time,
				});
			}
		} else if (
			typeof route === 'string' &&
			/^(show|display|answer)$/.test(route) &&
			content['site']
		) {
			return toRecord({ route, body: content, ...time }) as unknown as QueueEntry;
		}
		drop(key, 'damaged');
		return undefined;
	}

	async function sendBatch(batch: Batch): Promise<Reply<unknown>> {
		const [, { owner, route, body }] = batch[0]!;
		if (!owner) return core.post(route, body);
		const events = batch.map(([, entry]) => {
			return { ...(entry.body as ReportedEvent), session: entry.owner!.session };
		});
		const dropped = drops.take();
		const extra = { events, decide: false, dropped };
		const reply = await core.call<EventsResponse>('events', owner, extra);
		if (reply.error) drops.giveBack(dropped);
		return reply;
	}

	/** Removes what has arrived or can never arrive. `false` when the response leaves it open. */
	function settle(key: string, entry: QueueEntry, reply: Reply<unknown>): boolean {
		const { owner, body } = entry;
		if (reply.error || !owner) {
			if (reply.error) fail(key, body, reply, false);
			else acknowledge(key, body);
			return true;
		}
		const { results } = reply.body as EventsResponse;
		const { id } = body as ReportedEvent;
		const result = results.find((one) => one.id === id);
		if (!result) return false;
		if (result.status === 'stale' && !entry.again) {
			// If `at` is in the future, the clock has been corrected since then.
			const fresh = mintId(serverTime(core) + Math.min(entry.at - Date.now(), 0));
			write(`q:${fresh}`, { ...entry, body: { ...body, id: fresh }, again: true });
			queued.add(`q:${fresh}`);
			acknowledge(key, body);
		} else if (result.status === 'stale' || result.error) drop(key, 'refused');
		else acknowledge(key, body);
		return true;
	}

	function trim(): void {
		let kept = 0;
		let characters = 0;
		for (const key of [...queued.keys()].sort().reverse()) {
			characters += toJson(core.read(key)).length;
			if (++kept > queueEvents || characters > queueCharacters) drop(key, 'queue_full');
		}
	}

	/** Forgets events that the page's memory should not hold. */
	function dropBacklog(): void {
		const { length } = core.backlog.splice(backlogEvents);
		if (length) drops.count('queue_full', length);
	}

	function stop(): void {
		clearTimeout(timer);
		timerDue = Infinity;
	}

	return { enqueue, schedule, send, takeFailure, stop };
}
