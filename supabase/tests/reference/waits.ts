// Prompts that wait, as documented: when they are due, which events withdraw them, and what a claim decides.
import type { Prompt } from '@feedback/contract';
import type { Reason } from '@feedback/contract/wire';

import {
	decide,
	isForBackend,
	timingOf,
	type DecisionFacts,
	type PastEvent,
	type PublishedPrompt,
} from './decision.ts';

export type Wait = { prompt: PublishedPrompt; event: PastEvent & { id: string }; due: number };

const minute = 60_000;
const hour = 60 * minute;

/** Whether the prompt waits for the person, in the database, and not only in the page that reported the event. */
export function isKept({ trigger, ...content }: Prompt): boolean {
	return trigger?.unless !== undefined || isForBackend({ trigger, ...content });
}

export function startWait(
	prompt: PublishedPrompt,
	event: Wait['event'],
	facts: Pick<DecisionFacts, 'sampleKey'>,
): Wait {
	const { unless } = prompt.content.trigger ?? {};
	const delay = unless
		? unless.within_minutes * minute
		: timingOf(prompt, facts).delay_seconds * 1_000;
	return { prompt, event, due: event.at + delay };
}

/** A person waits for a prompt at most once: a later event changes nothing, unless the wait has ended. */
export function replaces(next: Wait, current: Wait | undefined, events: PastEvent[]): boolean {
	const { at } = next.event;
	return !current || hasExpired(current, at) || isWithdrawn(current, events, at);
}

export function hasExpired({ prompt: { content }, due }: Wait, now: number): boolean {
	return isKept(content) && now >= due + (content.timing.wait_hours ?? 24) * hour;
}

export function isWithdrawn({ prompt, event }: Wait, events: PastEvent[], now: number): boolean {
	const { unless, cancel_events: cancelling = [] } = prompt.content.trigger ?? {};
	return events.some(({ name, at }) => {
		if (at <= event.at || at > now) return false;
		const over = event.at + (unless?.within_minutes ?? 0) * minute;
		return cancelling.includes(name) || (unless?.events.includes(name) === true && at <= over);
	});
}

/** All rules are checked again. */
export function claim(wait: Wait, facts: DecisionFacts, events: PastEvent[]): Reason {
	if (isWithdrawn(wait, events, facts.now)) return 'withdrawn';
	const { reason } = decide([wait.prompt], facts);
	return reason === 'waiting' && facts.now >= wait.due ? 'displayed' : reason;
}

/** What another page, session or browser, or a later time may change does not end a wait for the person. */
export function endsWait({ prompt }: Wait, reason: Reason): boolean {
	const passing: Reason[] = ['audience', 'session_too_young', 'session_limit', 'paced'];
	return reason !== 'waiting' && !(isKept(prompt.content) && passing.includes(reason));
}
