// Shortcuts for acting as the SDK of a site.
import { describeDecisions } from '@feedback/contract';
import type { Facts, Values } from '@feedback/contract/wire';

import { claim, show, type IngestEvent, type RequestContext } from '../functions/sdk/database.ts';
import type { Decided } from '../functions/sdk/decided.ts';
import { createEventBatcher, type EventBatcher } from '../functions/sdk/event-batcher.ts';
import type { TestSql } from './harness.ts';
import { newEvent, uuidv7 } from './visits.ts';

/** Reports the events of one visit; with `display`, requests a decision about its only event. */
export function ingest(sql: TestSql, ...input: Parameters<EventBatcher>): ReturnType<EventBatcher> {
	return createEventBatcher(sql)(...input);
}

/** A decision whose facts are in words, as the SDK gets them. */
export type Described = Decided extends infer Each
	? Each extends Decided
		? Omit<Each, 'facts'> & { facts?: Facts }
		: never
	: never;

function describe(decided: Decided): Described {
	const { facts, ...others } = decided;
	return { ...others, ...(facts && { facts: describeDecisions(facts) }) };
}

/** Reports one event and requests a decision. */
export async function report(
	sql: TestSql,
	visit: RequestContext,
	name: string,
	properties: Values = {},
	given: Partial<IngestEvent> = {},
) {
	const at = visit.now ?? new Date();
	const event = newEvent(name, properties, { session: visit.session, at, ...given });
	const display = uuidv7(at);
	const answer = await ingest(sql, visit, [event], display);
	return {
		event,
		display,
		result: answer.results[0]!,
		decided: answer.decided && describe(answer.decided),
		now: answer.now,
	};
}

/** Why the prompt was or was not displayed after one event. */
export async function reasonFor(
	sql: TestSql,
	visit: RequestContext,
	name: string,
	properties: Values = {},
	given: Partial<IngestEvent> = {},
) {
	return (await report(sql, visit, name, properties, given)).decided?.reason;
}

export async function showPrompt(
	sql: TestSql,
	visit: RequestContext,
	surveyId: string,
	request = uuidv7(),
) {
	const display = uuidv7();
	return { display, request, ...(await show(sql, visit, request, surveyId, display)) };
}

export async function claimPrompt(sql: TestSql, visit: RequestContext, event: string) {
	const display = uuidv7();
	return { display, ...(await claim(sql, visit, event, display)) };
}

/** The same visit, some time later. */
export function later(visit: RequestContext, milliseconds: number): RequestContext {
	return { ...visit, now: new Date(Number(visit.now) + milliseconds) };
}

export const second = 1_000;
export const hour = 3_600_000;
export const day = 86_400_000;
