// The public methods, after their arguments have been checked.
import type {
	DecisionResponse,
	EventsResponse,
	IdentifyResponse,
	PollResponse,
	ReportedEvent,
	ResetResponse,
	Values,
} from '@feedback/contract/wire';

import { idlePollSeconds } from '@feedback/contract/shared-limits';

import { call } from './call.ts';
import type { FeedbackNotification } from './notification.ts';
import { fail, failWith, log, notify } from './notify.ts';
import { enqueue, send, sendEvents } from './outbox.ts';
import { clearPage, findBlocker, isBusy, present } from './presenter.ts';
import type { Reply } from './request.ts';
import { settings } from './settings.ts';
import { mintId } from './uuid.ts';
import {
	describeCaller,
	storeIdentity,
	type Owner,
	readAccount,
	readIdentity,
	readVisitor,
	replaceVisitor,
	serverTime,
} from './visitor.ts';
import { addDelayed, clearDelayed, type DelayedEvent } from './delayed-prompts.ts';

/** Milliseconds for which an identify waits to be sent with another call before it is sent separately. */
const identifyDelayMs = 1_000;
const pollMs = idlePollSeconds * 1_000;

let identityTimer: ReturnType<typeof setTimeout> | undefined;
let pollTimer: typeof identityTimer;

type Outcome = Extract<FeedbackNotification, { type: 'reason' }>['reason'];
/** Subject of a decision: an event, or the prompt of `show` if there is no name. */
type About = DelayedEvent | { owner: Owner; name?: undefined };

/** Options for reporting an event. */
export type EventOptions = {
	eventProof?: string;
	/** The page stopped waiting for the event before the script was loaded, so the event is only recorded. */
	late?: boolean;
};

export async function reportEvent(
	name: string,
	properties?: Values,
	options?: EventOptions,
	again?: boolean,
): Promise<boolean> {
	const owner = readVisitor();
	const id = mintId(serverTime());
	const body: ReportedEvent = { id, name, properties, proof: options?.eventProof };
	const message = { route: 'events', body, owner } as const;
	if (options?.late) {
		enqueue(id, message, 0);
		return false;
	}
	const reply = await send<EventsResponse>(id, message, () => sendEvents(owner, [body], true));
	if (reply.error) return false;
	poll(owner, reply.body);
	const { status, proof: fault, kept_as = id } = reply.body.results[0]!;
	if (fault) log('proof', fault);
	// The response has corrected the clock.
	if (status === 'stale' && !again) return reportEvent(name, properties, options, true);
	if (!reply.body.decision) return fail('stale', 'The clock is wrong.');
	return applyDecision(reply.body as DecisionResponse, { name, event: kept_as, owner });
}

export async function showPrompt(surveyId: string): Promise<boolean> {
	const owner = readVisitor();
	const id = mintId(serverTime());
	const request = { id, survey_id: surveyId };
	const reply = await call<DecisionResponse>('show', owner, request, true);
	// If only the response was lost, sending the request again releases the reservation.
	if (reply.retry) {
		enqueue(id, {
			route: 'show',
			body: { ...describeCaller(owner), ...request, decide: false },
		});
	}
	return applyReply(reply, { owner });
}

/** Decides on a delayed prompt, now that it is due. */
export async function claimPrompt(delayed: DelayedEvent): Promise<boolean> {
	const { event, name, owner } = delayed;
	const reply = await call<DecisionResponse>('claim', owner, { event }, true);
	// If only the response was lost, sending the event again releases the reservation.
	if (reply.error) enqueue(event, { route: 'events', body: { id: event, name }, owner }, 0);
	return applyReply(reply, delayed);
}

/** While the page is idle, polls for a prompt that waits for the account, if the last response contains a poll. */
function poll(owner: Owner, last?: { poll?: string }): void {
	clearTimeout(pollTimer);
	if (!last?.poll || settings.poll === false || !readAccount()) return;
	const timer = (pollTimer = setTimeout(async () => {
		if (isBusy() || findBlocker()) return poll(owner, last);
		const reply = await call<PollResponse>('poll', owner, { id: last.poll }, true);
		// Unless polling has started for another visitor in the meantime.
		if (timer === pollTimer) poll(owner, reply.retry ? last : reply.body);
		if (reply.body?.decision) void applyReply(reply as Reply<DecisionResponse>, { owner });
	}, pollMs));
}

function applyReply(reply: Reply<DecisionResponse>, about: About): Promise<boolean> | false {
	if (reply.error) return failWith(reply.error);
	return applyDecision(reply.body, about);
}

/** Carries out a decision; resolves `true` once a prompt is displayed. */
async function applyDecision({ decision, now }: DecisionResponse, about: About): Promise<boolean> {
	const { name, owner } = about;
	let reason: Outcome = decision.reason;
	let surveyId: string | undefined;
	let waiting: Promise<boolean> | undefined;
	if ('display' in decision) {
		surveyId = decision.display.prompt.survey_id;
		// If the visitor signed out in the meantime, the prompt belongs to another person.
		reason = await present(decision.display, readVisitor().visitor === owner.visitor);
	} else if ('due' in decision) {
		surveyId = decision.survey_id;
		waiting = addDelayed(about as DelayedEvent, decision.due - now);
	}
	notify({ type: 'reason', reason, event: name, surveyId, facts: decision.facts });
	return waiting ?? reason === 'displayed';
}

export function identify(account: string, traits?: Values, proof?: string): void {
	const known = readAccount();
	if (known && known !== account) reset();
	storeIdentity(account, traits, proof);
	sendIdentityLater();
}

/** Sends the identity after a delay, unless another call includes it first. */
export function sendIdentityLater(): void {
	clearTimeout(identityTimer);
	identityTimer = setTimeout(() => {
		const owner = readVisitor();
		if (readIdentity(owner))
			void call<IdentifyResponse>('identify', owner).then(({ body }) => poll(owner, body));
	}, identifyDelayMs);
}

export function reset(): void {
	void call<ResetResponse>('reset', readVisitor());
	clearDelayed();
	clearPage();
	replaceVisitor();
	log('reset');
}
