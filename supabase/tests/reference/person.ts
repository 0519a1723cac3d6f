// A person whose prompts wait: what the reference decides about each of their events and claims, one after the other.
import { siteLimitsSchema, type SiteSettings } from '@feedback/contract';
import type { Reason, Values } from '@feedback/contract/wire';

import type { RequestContext } from '../../functions/sdk/database.ts';
import { decide, type DecisionFacts, type PublishedPrompt } from './decision.ts';
import type { PastDisplay } from './rule.ts';
import {
	claim,
	endsWait,
	hasExpired,
	isKept,
	isWithdrawn,
	replaces,
	startWait,
	type Wait,
} from './waits.ts';

export type From = 'desktop' | 'phone' | 'backend';

export type Reported = Wait['event'] & { from: From; reason: Reason | null };

type Given = {
	site: string;
	limits: Partial<SiteSettings['limits']>;
	prompts: PublishedPrompt[];
	visits: Record<'desktop' | 'phone', RequestContext>;
	account: string | null;
	traits: Values;
	firstSeen: number;
	sessionStart: number;
};

/** Each method is a call of one of the person's browsers or of the backend, and returns its reason. */
export class Person {
	readonly events: Reported[] = [];
	readonly #given: Given;
	readonly #displays: PastDisplay[] = [];
	/** What waits in each page, by its event. */
	readonly #inPages = new Map<string, Wait>();
	/** What waits for the person. */
	#kept: Wait | undefined;
	/** The last wait that the schedule has decided. */
	#decided: Wait | undefined;

	constructor(given: Given) {
		this.#given = given;
	}

	report(event: Reported): Reason {
		this.events.push(event);
		const { reason, prompt } = decide(
			this.#given.prompts,
			this.#facts(event.at, event.from, event),
		);
		event.reason = reason;
		if (reason === 'displayed') this.#display(this.#find(prompt), event.at, event.from);
		if (reason !== 'waiting') return reason;
		const found = this.#find(prompt);
		const wait = startWait(found, event, { sampleKey: this.#given.visits.desktop.visitor });
		if (!isKept(found.content)) this.#inPages.set(event.id, wait);
		else if (replaces(wait, this.#kept, this.events)) {
			this.#withdraw(event.at);
			this.#kept = wait;
		}
		return reason;
	}

	/** The page claims the prompt of an event. */
	claim(event: Reported, at: number, from: From): Reason {
		const { unless } = this.#given.prompts[0]!.content.trigger!;
		if (!unless && this.#visitorOf(event.from) === this.#visitorOf(from)) {
			const wait = event.reason === 'waiting' ? this.#inPages.get(event.id) : undefined;
			return wait ? this.#end(wait, event, at, from) : 'duplicate';
		}
		const wait = this.#kept?.event.id === event.id ? this.#kept : undefined;
		return wait && !hasExpired(wait, at) ? this.#end(wait, event, at, from) : 'no_prompt';
	}

	/** Any other call of a browser. */
	next(at: number, from: From): Reason | undefined {
		const wait = this.#kept;
		if (!wait || at < wait.due || hasExpired(wait, at)) return undefined;
		const event = this.events.find(({ id }) => id === wait.event.id)!;
		return this.#end(wait, event, at, from) === 'displayed' ? 'displayed' : undefined;
	}

	/** The schedule stores once, for a prompt that other events may prevent, whether one did. */
	decideDue(at: number): void {
		const wait = this.#kept;
		if (!wait?.prompt.content.trigger?.unless || at < wait.due || this.#decided === wait) return;
		this.#decided = wait;
		this.#withdraw(at);
	}

	#facts(at: number, from: From, event: Reported): DecisionFacts {
		const visit = from === 'backend' ? undefined : this.#given.visits[from];
		const events: Record<string, number[]> = {};
		for (const one of this.events) (events[one.name] ??= []).push(one.at);
		const backend = event.from === 'backend';
		return {
			now: at,
			properties: {},
			verified: backend ? {} : null,
			traits: this.#given.traits,
			context: (visit?.context ?? {}) as DecisionFacts['context'],
			account: this.#given.account,
			firstSeen: this.#given.firstSeen,
			displays: this.#displays,
			events,
			event: event.name,
			sampleKey: this.#given.visits.desktop.visitor,
			session: visit?.session ?? '',
			sessionStart: visit ? this.#given.sessionStart : 0,
			device: [],
			backend,
			hasPage: visit !== undefined,
			reportedAt: event.at,
			site: this.#given.site,
			limits: siteLimitsSchema.parse(this.#given.limits),
			past: this.events.filter(({ id }) => id !== event.id),
			groups: new Map(),
			hoursAhead: 0,
			spent: { prompts: {}, site: 0 },
		};
	}

	#withdraw(at: number): void {
		const wait = this.#kept;
		if (!wait || !isWithdrawn(wait, this.events, at)) return;
		this.events.find(({ id }) => id === wait.event.id)!.reason = 'withdrawn';
		this.#kept = undefined;
	}

	#end(wait: Wait, event: Reported, at: number, from: From): Reason {
		const reason = claim(wait, this.#facts(at, from, event), this.events);
		if (reason === 'displayed') this.#display(wait.prompt, at, from);
		if (!endsWait(wait, reason)) return reason;
		event.reason = reason;
		if (this.#kept === wait) this.#kept = undefined;
		return reason;
	}

	#display(prompt: PublishedPrompt, at: number, from: From): void {
		const { session } = this.#given.visits[from as 'desktop' | 'phone'];
		this.#displays.push({ surveyId: prompt.content.survey_id, at, session });
	}

	#find(id: string | undefined): PublishedPrompt {
		return this.#given.prompts.find((prompt) => prompt.id === id)!;
	}

	#visitorOf(from: From): string {
		return from === 'backend' ? from : this.#given.visits[from].visitor;
	}
}
