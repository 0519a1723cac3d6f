// A bounded queue in storage that all tabs share. A message is stored before its first attempt and removed
// when the service acknowledges it. What remains is sent again by `later/drain-queue.ts`.
import { decisionsAtOnce, queueEvents } from '@feedback/contract/shared-limits';
import type { EventsResponse, ReportedEvent, Values } from '@feedback/contract/wire';

import { call } from './call.ts';
import { later, loadLater } from './late.ts';
import type { Later } from './later/interface.ts';
import type { Owner, QueuedMessage, Reply } from './messages.ts';
import { notify } from './notify.ts';
import { countRequests } from './request.ts';
import { settings } from './settings.ts';
import { findKeys, read, write } from './storage.ts';
import { mintId } from './uuid.ts';
import { readVisitor, serverTime } from './visitor.ts';

/** While the first attempt may still be in flight, no other tab sends the message. */
const firstAttemptMs = 6_000;
/** After the file that sends again could not be loaded. */
const loadAgainMs = 5_000;

/** Keys of the messages that this page has stored or found: reading them from storage takes long on some pages. */
export const queued = new Set<string>();

export function startOutbox(): void {
	addEventListener('pagehide', leave);
	// Other tabs may have been closed before they sent their messages.
	addEventListener('visibilitychange', look);
	addEventListener('online', look);
	setTimeout(look, 1_000);
}

function leave(): void {
	storeBacklog(queueEvents);
}

/** Looks for messages that other pages have left, and for what belongs on this page. */
function look(): void {
	const known = queued.size;
	for (const key of findKeys('q:')) queued.add(key);
	if (
		queued.size > known ||
		read('dropped') ||
		read('waits', 'sessionStorage') ||
		settings.launcher ||
		read('page')
	)
		sendQueued();
}

const sendQueued = () => withLater((module) => module.schedule(0));

function withLater(use: (module: Later) => void): void {
	loadLater().then(use, () => {
		// They are found again.
		queued.clear();
		setTimeout(look, loadAgainMs);
	});
}

/** Stores a message without sending it yet. */
export function enqueue(id: string, message: QueuedMessage, wait = firstAttemptMs): void {
	write(`q:${id}`, { ...message, at: Date.now(), wait });
	queued.add(`q:${id}`);
}

/** Sends a stored event immediately, for a decision. If that fails, it is sent again later, without one. */
export async function sendEvent(
	owner: Owner,
	event: ReportedEvent,
): Promise<Reply<EventsResponse>> {
	const key = `q:${event.id}`;
	const dropped = later?.takeDrops();
	const extra = { events: [event], decide: true, dropped };
	const reply = await call<EventsResponse>('events', owner, extra, true);
	if (reply.error) {
		notify({ type: 'error', error: reply.error });
		withLater((module) => module.takeFailure(key, event, reply, dropped));
	} else {
		write(key);
		queued.delete(key);
		// The service can be reached.
		later?.schedule(0);
	}
	return reply;
}

/** An event whose name and properties are valid. */
export type ValidEvent = {
	name: string;
	properties: Values | undefined;
	proof: string | undefined;
};

/** An event that is only recorded. */
export type Unstored = { event: ValidEvent; at: number; owner: Owner };

/** Events beyond those that wait for a decision: storing each at once would freeze the page. */
export const backlog: Unstored[] = [];
let backlogOwner: Owner | undefined;

/** Whether so many events wait for a decision that a further one is only recorded. */
export const isCrowded = () => countRequests() >= decisionsAtOnce;

/** Records an event without a decision, for which nothing is displayed. */
export function recordEvent(event: ValidEvent): false {
	backlogOwner ??= readVisitor();
	if (backlog.push({ event, at: Date.now(), owner: backlogOwner }) === 1) sendQueued();
	return false;
}

/** Moves the oldest events of the backlog to storage. */
export function storeBacklog(count: number): void {
	endBurst();
	for (const { event, at, owner } of backlog.splice(0, count)) {
		const id = mintId(serverTime() + at - Date.now());
		enqueue(id, { route: 'events', body: { id, ...event } as ReportedEvent, owner }, 0);
	}
}

/** The events that follow may belong to another visitor. */
export function endBurst(): void {
	backlogOwner = undefined;
}
