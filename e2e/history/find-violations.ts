// Checks whether what a site stored is possible under the rules of its prompts, in the manner of Jepsen: whatever failed
// meanwhile, each subject's history must be one that the documented rules allow. The rules are those of the reference
// evaluator, which shares nothing with the SQL.
import { limits } from '@feedback/contract';

import {
	type DecisionFacts,
	groupOf,
	isForBackend,
	type PublishedPrompt,
	decide,
} from '../../supabase/tests/reference/decision.ts';
import type { PastDisplay } from '../../supabase/tests/reference/rule.ts';
import { claim, startWait } from '../../supabase/tests/reference/waits.ts';
import { findBudgetViolations } from './find-budget-violations.ts';
import type { History, HistoryDisplay, HistoryEvent } from './history.ts';

/** What is not possible, with the subject that it is about; without one, it is about the site. */
export type Violation = { subject?: string; what: string };

/**
 * Requests that are under way at the same time may read the clock in another order than they reach the database: within
 * this many milliseconds, both orders are possible.
 */
const slackMs = 5_000;

/** A reservation that no page confirms lasts this long (`app.is_overdue`). */
const overdueMs = limits.display.confirmMinutes * 60_000;

/** Everything in a history that the rules do not allow. */
export function findViolations(history: History): Violation[] {
	const bySubject = <Item extends { subject: string }>(items: readonly Item[]) =>
		Map.groupBy(items, ({ subject }) => subject);
	const events = bySubject(history.events);
	const displays = bySubject(history.displays);
	return [
		...findBudgetViolations(history),
		...findBrokenReferences(history),
		...history.subjects.flatMap((subject) =>
			findImpossibleDisplays(
				history,
				subject,
				events.get(subject.id) ?? [],
				displays.get(subject.id) ?? [],
			).map((what) => ({ subject: subject.id, what })),
		),
	];
}

/** Events, displays and responses that contradict each other. */
function findBrokenReferences({ events, displays, responses, subjects }: History): Violation[] {
	const known = new Set(subjects.map(({ id }) => id));
	const byId = new Map(displays.map((display) => [display.id, display]));
	const byOrigin = Map.groupBy(displays, ({ origin }) => origin);
	const answered = new Map(responses.map((response) => [response.display, response]));
	const twice = <Item>(items: readonly Item[], key: (item: Item) => string) =>
		[...Map.groupBy(items, key)].filter(([, same]) => same.length > 1).map(([id]) => id);
	return [
		...twice(events, ({ id }) => id).map((id) => ({ what: `event ${id} is stored twice` })),
		...twice(responses, ({ display }) => display).map((id) => ({
			what: `display ${id} has two responses`,
		})),
		...displays.flatMap(({ id, subject, answeredAt, state }) => [
			...(known.has(subject) ? [] : [{ what: `display ${id} is of nobody` }]),
			...(state === 'answered' && answeredAt === null
				? [{ subject, what: `display ${id} is answered without a time` }]
				: []),
			...(answeredAt !== null && !answered.has(id)
				? [{ subject, what: `the answer to display ${id} is lost` }]
				: []),
		]),
		...[...byOrigin]
			.filter(([, same]) => same.length > 1)
			.map(([id, same]) => ({
				subject: same[0]!.subject,
				what: `event ${id} caused ${same.length} displays`,
			})),
		...events
			.filter(({ id, reason }) => reason === 'displayed' && !byOrigin.has(id))
			.map(({ id, subject }) => ({ subject, what: `the display of event ${id} is lost` })),
		...responses.flatMap(({ display, createdAt }) => {
			const found = byId.get(display);
			if (!found) return [{ what: `a response belongs to no display: ${display}` }];
			return createdAt < found.at - slackMs
				? [{ subject: found.subject, what: `display ${display} is answered before it exists` }]
				: [];
		}),
	];
}

/** Displays of a subject that the rules refuse, given everything before them. */
function findImpossibleDisplays(
	history: History,
	subject: History['subjects'][number],
	events: readonly HistoryEvent[],
	displays: readonly HistoryDisplay[],
): string[] {
	const sorted = displays.toSorted(
		(one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
	);
	return sorted.flatMap((display, index) => {
		const prompt = findPrompt(history, display);
		if (!prompt) return [`display ${display.id} is of an unknown revision`];
		const event = events.find(({ id }) => id === display.origin);
		if (!event) return [`display ${display.id} was caused by no stored event of its subject`];
		const facts = factsAt(history, subject, events, sorted.slice(0, index), display, event);
		const reason = judge(prompt, facts, event, events);
		return reason === 'displayed'
			? []
			: [`display ${display.id} of ${prompt.content.survey_id} is refused: ${reason}`];
	});
}

function judge(
	prompt: PublishedPrompt,
	facts: DecisionFacts,
	event: HistoryEvent,
	events: readonly HistoryEvent[],
) {
	const { content } = prompt;
	const waits =
		isForBackend(content) || content.trigger?.unless || content.timing.delay_seconds > 0;
	if (!waits) return decide([prompt], facts).reason;
	const past = events.map((one) => asPast(one));
	const wait = startWait(prompt, { ...asPast(event), id: event.id }, facts);
	return claim(wait, facts, past);
}

function factsAt(
	history: History,
	{ account, sampleKey, firstSeen }: History['subjects'][number],
	events: readonly HistoryEvent[],
	before: readonly HistoryDisplay[],
	display: HistoryDisplay,
	event: HistoryEvent,
): DecisionFacts {
	const now = display.at;
	const names: Record<string, number[]> = {};
	for (const { name, at } of events) if (at <= now) (names[name] ??= []).push(at);
	const backend = event.session === null;
	return {
		now,
		properties: backend ? {} : event.properties,
		verified: backend ? event.properties : event.verified,
		traits: display.traits,
		context: event.context,
		account,
		firstSeen,
		displays: before.map((one) => asPastDisplay(history, one, now)),
		events: names,
		event: event.name,
		sampleKey,
		session: display.session,
		sessionStart: sessionTime(display.session),
		// What a browser remembers only ever refuses a display.
		device: [],
		backend,
		hasPage: true,
		reportedAt: event.at,
		site: history.site,
		limits: history.limits,
		past: events.filter(({ id, at }) => id !== event.id && at <= now).map(asPast),
		groups: lastOfGroups(history, display),
		hoursAhead: history.hoursAhead,
		// Budgets are checked for all subjects together.
		spent: { prompts: {}, site: 0 },
	};
}

/** A display as it was at a time; where the order is not certain, as it refuses the least. */
function asPastDisplay(history: History, display: HistoryDisplay, now: number): PastDisplay {
	const { answeredAt, dismissedAt, displayedAt, postponed, releasedAt } = display;
	const wasNeverShown = displayedAt === null && answeredAt === null;
	const isOverdue = wasNeverShown && display.at <= now - overdueMs + slackMs;
	return {
		surveyId: findPrompt(history, display)?.content.survey_id ?? '',
		at: display.at,
		session: display.session,
		...(answeredAt !== null && answeredAt <= now - slackMs && { answeredAt }),
		...(dismissedAt !== null && dismissedAt <= now && { dismissedAt }),
		...(postponed && postponed.at <= now - slackMs && { postponed }),
		released: isOverdue || (releasedAt !== null && releasedAt <= now + slackMs),
	};
}

/** When each group last saw a prompt with a limit per group, before a display. */
function lastOfGroups(history: History, { id, at }: HistoryDisplay): Map<string, number> {
	const groups = new Map<string, number>();
	if (!history.prompts.some(({ content }) => content.limits.per_group)) return groups;
	for (const one of history.displays) {
		const prompt = findPrompt(history, one);
		if (!prompt || one.id === id || one.at >= at || one.releasedAt !== null) continue;
		const group = groupOf(prompt, one.traits);
		if (group !== undefined) groups.set(group, Math.max(groups.get(group) ?? 0, one.at));
	}
	return groups;
}

function findPrompt(
	{ prompts }: History,
	{ prompt, revision }: Pick<HistoryDisplay, 'prompt' | 'revision'>,
): PublishedPrompt | undefined {
	const found = prompts.find((one) => one.id === prompt && one.revision === revision);
	return found && { id: found.id, publishedAt: 0, content: found.content };
}

function asPast({ name, at, properties, session }: HistoryEvent) {
	return { name, at, properties, backend: session === null };
}

/** The time in a UUIDv7. */
function sessionTime(id: string): number {
	return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
