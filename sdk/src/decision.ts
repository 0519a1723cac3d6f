// The public methods, after their arguments have been checked.
import type {
	Decision,
	DecisionResponse,
	IdentifyResponse,
	ReportedEvent,
	ResetResponse,
	Values,
} from '@feedback/contract/wire';

import { call } from './call.ts';
import { toRecord } from './json.ts';
import { later, loadLater } from './late.ts';
import type { DecisionSubject, Owner } from './messages.ts';
import type { FeedbackNotification } from './notification.ts';
import { fail, log, notify } from './notify.ts';
import { endBurst, enqueue, sendEvent, type ValidEvent } from './outbox.ts';
import { settings } from './settings.ts';
import type { ShowOptions } from './show-options.ts';
import { read, write } from './storage.ts';
import { mintId } from './uuid.ts';
import {
	storeIdentity,
	readAccount,
	readIdentity,
	readVisitor,
	replaceVisitor,
	serverTime,
} from './visitor.ts';

/** Milliseconds for which an identify waits to be sent with another call before it is sent separately. */
const identifyDelayMs = 1_000;

let identityTimer: ReturnType<typeof setTimeout> | undefined;

export async function reportEvent(event: ValidEvent, again?: boolean): Promise<boolean> {
	const { name } = event;
	const owner = readVisitor();
	const id = mintId(serverTime());
	const body = { id, ...event } as ReportedEvent;
	enqueue(id, { route: 'events', body, owner });
	const reply = await sendEvent(owner, body);
	if (reply.error) return false;
	pollLater(owner, reply.body);
	const { status, proof: fault, kept_as = id } = reply.body.results[0]!;
	if (fault) log('proof', fault);
	// The response has corrected the clock.
	if (status === 'stale') {
		return again ? fail('stale', 'Wrong time.') : reportEvent(event, true);
	}
	return applyDecision(reply.body as DecisionResponse, { name, event: kept_as, owner });
}

export async function showPrompt(surveyId: string, options?: ShowOptions): Promise<boolean> {
	return (await loadLater()).show(surveyId, options);
}

function pollLater(owner: Owner, response?: { poll?: string; page?: object }): void {
	// Without an account nothing can wait.
	const id = settings.poll !== false && readAccount() ? response?.poll : undefined;
	if (!id && !later && !response?.page) return;
	loadLater().then(
		({ poll }) => poll(owner, id, response),
		() => {},
	);
}

/** Carries out a decision; resolves `true` once a prompt is displayed. */
async function applyDecision(response: DecisionResponse, about: DecisionSubject): Promise<boolean> {
	const { reason, facts, due } = toRecord(response.decision as Partial<Decision & { due: number }>);
	if (!reason) return fail('bad_answer', 'No answer.');
	if (reason !== 'displayed' && !due) {
		notify({ type: 'reason', reason, event: about.name, facts } as FeedbackNotification);
		return false;
	}
	// The visitor may leave the page before the file that waits for it has loaded.
	if (due) {
		const wait = { ...about, delay: due - response.now };
		write('waits', [wait, read('waits', 'sessionStorage')].flat(), 'sessionStorage');
	}
	const closed = closings;
	return loadLater().then(
		({ carryOut }) => carryOut(response, about, closed === closings),
		// The service releases what nobody confirms.
		(cause: unknown) => fail('ui_failed', 'Failed.', { cause }),
	);
}

/** Number of calls that remove a prompt from the page. */
let closings = 0;

export function close(): void {
	closings++;
	later?.close();
}

export function identify(account: string, traits: Values, proof?: string): void {
	const known = readAccount();
	if (known && known !== account) reset();
	storeIdentity(account, traits, proof);
	log('identify', account, traits);
	sendIdentityLater();
}

/** Sends the identity after a delay, unless another call includes it first. */
export function sendIdentityLater(): void {
	clearTimeout(identityTimer);
	identityTimer = setTimeout(() => {
		const owner = readVisitor();
		if (readIdentity(owner))
			void call<IdentifyResponse>('identify', owner).then(({ body }) => pollLater(owner, body));
	}, identifyDelayMs);
}

export function reset(): void {
	void call<ResetResponse>('reset', readVisitor());
	forget();
	replaceVisitor();
	log('reset');
}

/** Closes the prompt, and forgets those with a delay on this page. */
export function forget(): void {
	close();
	later?.forget();
	endBurst();
}
