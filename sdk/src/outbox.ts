// A bounded queue in storage that all tabs share: what must arrive is kept there from before its first
// attempt until it is acknowledged, and one tab at a time sends what is left.
import type {
	AnswerRequest,
	DisplayRequest,
	EventsAnswer,
	ReportedEvent,
} from '@feedback/contract/wire';

import { call } from './call.ts';
import { log } from './notify.ts';
import { post, type Reply } from './request.ts';
import { settings } from './settings.ts';
import { findKeys, read, readText, write } from './storage.ts';
import { mintId } from './uuid.ts';
import { correctClock, type Owner, serverTime } from './visitor.ts';

const maxEntries = 1_000;
const maxCharacters = 1_000_000;
const batchEvents = 20;
const batchCharacters = 20_000;
/** The service takes events up to 48 hours old; a little less, so that none arrives stale. */
const keptFor = 47.75 * 3_600_000;
/** While the first attempt may still be under way, nobody else may send an entry. */
const firstAttempt = 6_000;
const leaseFor = 10_000;

type Letter =
	/** `owner`: who reported it. `again`: its id was minted anew, after the service called it stale. */
	| { route: 'events'; body: ReportedEvent; owner: Owner; again?: boolean | undefined }
	| { route: 'display'; body: DisplayRequest; owner?: undefined; again?: undefined }
	| { route: 'answer'; body: AnswerRequest; owner?: undefined; again?: undefined };

/** `at`: when it happened, by this device's clock. `wait`: milliseconds after that in which nobody else sends it. */
type Entry = Letter & { at: number; wait: number };

/** Only answers have a sequence number. */
type Answered = Partial<AnswerRequest>;

type Drops = Record<string, number>;

let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let timerDue = Infinity;
let sending = false;

/** Sends what an earlier page left, soon. */
export function startOutbox(): void {
	addEventListener('online', () => {
		attempts = 0;
		schedule(0);
	});
	schedule(1_000);
}

/** Keeps a letter without sending it yet. */
export function keep(id: string, letter: Letter, wait = firstAttempt): void {
	write(`q:${id}`, { ...letter, at: Date.now(), wait });
	schedule(wait);
}

/** Keeps a letter and sends it at once; what cannot be sent now is sent later. */
export async function deliver<T>(
	id: string,
	letter: Letter,
	send: () => Promise<Reply<T>> = () => post(letter.route, letter.body),
): Promise<Reply<T>> {
	keep(id, letter);
	const reply = await send();
	settle(`q:${id}`, letter, reply);
	if (reply.retry) {
		trim();
		backOff(reply.wait);
	} else schedule(0);
	return reply;
}

/** Events of one owner, with the drops since the last report. */
export async function sendEvents(owner: Owner, events: ReportedEvent[], decide: boolean) {
	const stored = read('dropped');
	// The service refuses a report with any other value.
	const dropped = stored instanceof Object ? (stored as Drops) : undefined;
	// Taken out first, so that two requests at once do not report the same drops.
	write('dropped');
	const reply = await call<EventsAnswer>('events', owner, { events, decide, dropped }, decide);
	if (dropped && reply.error) countDrops(dropped);
	return reply;
}

function settle(key: string, { body }: Letter, reply: Reply<unknown>): void {
	const kept = read<Entry>(key);
	// A later answer may have taken the place of the one that was sent.
	if (!kept || (kept.body as Answered).seq !== (body as Answered).seq) return;
	if (!reply.error) write(key);
	else if (reply.retry) write(key, { ...kept, wait: 0 });
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
	let characters = 0;
	findKeys('q:')
		.reverse()
		.forEach((key, newer) => {
			characters += readText(key).length;
			if (newer >= maxEntries || characters > maxCharacters) drop(key, 'queue_full');
		});
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
		// No locks on pages without https and in sandboxed frames. A lease from the future ends nothing either.
		await drain(!(Math.abs(Date.now() - read<number>('lease')!) < leaseFor));
	}
	sending = false;
}

/** Without the lease another tab is at it. Two at once would do no harm, only double the work. */
async function drain(leased: unknown): Promise<void> {
	if (!leased) return schedule(leaseFor);
	for (;;) {
		write('lease', Date.now());
		const batch = takeBatch();
		if (!batch.length) break;
		log('retry', batch);
		const reply = await sendBatch(batch);
		for (const [key, entry] of batch) settle(key, entry, reply);
		if (reply.retry) {
			attempts++;
			backOff(reply.wait);
			break;
		}
		attempts = 0;
	}
	write('lease');
}

/** The oldest entry that is due, and with an event the next ones of its visitor. */
function takeBatch(): [string, Entry][] {
	const now = Date.now();
	const batch: [string, Entry][] = [];
	let characters = 0;
	for (const key of findKeys('q:')) {
		const entry = read<Entry>(key);
		if (!entry?.body || now - entry.at > keptFor) drop(key, 'expired');
		// What was stored later than now was stored while the device's clock was ahead.
		else if (Math.abs(now - entry.at) < entry.wait) schedule(entry.wait);
		else {
			const visitor = batch[0]?.[1].owner?.visitor;
			const alike = visitor && visitor === entry.owner?.visitor;
			characters += readText(key).length;
			const fits = characters < batchCharacters && batch.length < batchEvents;
			if (!batch[0] || (alike && fits)) batch.push([key, entry]);
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
		const stale = status === 'stale';
		if (stale && !entry.again) {
			correctClock(reply.body!.now);
			const id = mintId(serverTime() - Date.now() + entry.at);
			write(`q:${id}`, { ...entry, body: { ...entry.body, id }, again: true });
		} else if (stale || error) drop(key, 'refused');
	});
	return reply;
}
