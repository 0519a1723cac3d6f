// For random sites, prompts and histories, ingest has to make the same decisions as the reference.
import { randomUUID } from 'node:crypto';

import { siteLimitsSchema, type PromptInput } from '@feedback/contract';
import type { DeviceDisplay, Reason, Values } from '@feedback/contract/wire';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rounds } from '../../../testing/thorough.ts';
import type { RequestContext } from '../../functions/sdk/database.ts';
import type { Decided } from '../../functions/sdk/decided.ts';
import { reportAsBackend } from '../backend.ts';
import { ingest } from '../caller.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';
import { createSite, publishPrompt } from '../sites.ts';
import { newEvent, newVisit, uuidv7 } from '../visits.ts';
import { anyAudience, anyFacts, anyWhere, names, now, surveys } from './arbitrary.ts';
import {
	decide,
	firstDayOf,
	groupOf,
	type PastEvent,
	type PublishedPrompt,
	type Spent,
} from './decision.ts';
import type { RuleFacts } from './rule.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase({ now: new Date(now) });
	await database.admin`
		select app.create_day((${new Date(now)}::timestamptz at time zone 'UTC')::date - n) from generate_series(0, 31) n`;
});
afterAll(() => database.close());

const day = 86_400_000;
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
	fc.option(arbitrary, { nil: undefined, freq: 2 });

const anyPrompt = fc
	.record({
		audience: sometimes(anyAudience),
		where: fc.option(anyWhere, { nil: undefined, freq: 1 }),
		verified: fc.constantFrom(false, false, false, false, true),
		source: fc.constantFrom(undefined, undefined, 'backend' as const),
		events: fc.constantFrom([names[0]!], [names[1]!], names),
		repeated: fc.constantFrom(
			...Array.from({ length: 6 }, () => undefined),
			{ times: 2, within_minutes: 7 * 1_440 },
			{ times: 3, within_minutes: 43_200 },
		),
		unless: fc.oneof<
			fc.WeightedArbitrary<{ events: string[]; within_minutes: number } | undefined>[]
		>(
			{ weight: 3, arbitrary: fc.constant(undefined) },
			{ weight: 1, arbitrary: fc.constant({ events: ['done'], within_minutes: 30 }) },
		),
		perGroup: fc.constantFrom(undefined, { trait: 'plan', days: 7 }, { trait: 'plan', days: 90 }),
		rate: fc.constantFrom(0.5, 1, 1, 1, 1),
		delay: fc.constantFrom(0, 0, 5),
		dates: fc.constantFrom(
			{},
			{},
			{ starts_at: '2026-06-16T00:00:00Z' },
			{ ends_at: '2026-06-15T12:00:00Z' },
		),
		young: fc.constantFrom(0, 0, 0, 0, 60, 61),
		limits: fc.constantFrom<PromptInput['limits']>(
			{ show: 'once' },
			{ show: 'times', times: 2, again_after_days: 1 },
			{ show: 'until_answered', again_after_days: 7 },
			{ show: 'always' },
			{ show: 'always', again_after_days: 0.5, site_limits: 'ignore' },
		),
		budget: fc.constantFrom<PromptInput['budget'][]>(
			undefined,
			undefined,
			undefined,
			{ displays: 4, responses: 4 },
			{ period: { every: 'day', displays: 4 } },
			{ displays: 9, period: { every: 'week', displays: 8, paced: true } },
			{ period: { every: 'day', displays: 6, paced: true } },
			{ responses: 5, period: { every: 'month', displays: 5, paced: true } },
		),
		priority: fc.constantFrom(0, 0, 5),
		experiment: fc.constantFrom<PromptInput['experiment'][]>(
			undefined,
			undefined,
			{ key: 'words', variants: [{ key: 'a', weight: 2 }, { key: 'b' }, { key: 'c', weight: 0 }] },
			{
				key: 'timing',
				variants: [
					{ key: 'control' },
					{ key: 'soon', timing: { delay_seconds: 0, min_session_seconds: 0 } },
					{ key: 'late', timing: { delay_seconds: 9, min_session_seconds: 61 } },
				],
			},
		),
	})
	.map(
		({
			where,
			verified,
			source,
			events,
			rate,
			delay,
			dates,
			young,
			experiment,
			repeated,
			unless,
			limits,
			perGroup,
			budget,
			...rest
		}): Partial<PromptInput> => ({
			...rest,
			limits: { ...limits, ...(perGroup && { per_group: perGroup }) },
			...(budget && { budget }),
			...(experiment && !unless && { experiment }),
			trigger: {
				events,
				verified,
				...(where && { where }),
				...(source && { source }),
				...(repeated && { repeated }),
				...(unless && { unless }),
			},
			sampling: { rate },
			timing: { delay_seconds: unless ? 0 : delay, min_session_seconds: young, ...dates },
		}),
	);

const anyVisitor = fc.record({
	facts: fc
		.tuple(anyFacts, fc.constantFrom<Values>({}, { plan: 'pro' }))
		.map(([facts, group]) => ({ ...facts, traits: { ...facts.traits, ...group } })),
	event: fc.constantFrom(...names),
	sameSession: fc.boolean(),
	/** Reported by the backend, if the visitor has an account. */
	backend: fc.boolean(),
	device: fc.array(
		fc.record({
			survey_id: fc.constantFrom(...surveys, 'unknown'),
			at: fc.integer({ min: -1, max: 40 }).map((days) => now - days * day + 1_000),
		}),
		{ maxLength: 2 },
	),
});
type Given = typeof anyVisitor extends fc.Arbitrary<infer T> ? T : never;

/** Hours ahead of UTC in June. */
const zones: Record<string, number> = { UTC: 0, 'Europe/Vienna': 2, 'America/New_York': -4 };
const few = fc.integer({ min: 0, max: 4 });

const anySite = fc.record({
	prompts: fc.array(anyPrompt, { minLength: 1, maxLength: 3 }),
	limits: fc.constantFrom(
		{ cooldown_days: 0 },
		{ cooldown_days: 7 },
		{ cooldown_days: 0, window: { displays: 2, days: 30 } },
		{ cooldown_days: 0.5, per_session: 1 },
		{ cooldown_days: 0, per_session: 1 },
		{ cooldown_days: 0, holdout: 0.5 },
		{ cooldown_days: 0, holdout: 0.4 },
		{ cooldown_days: 0, displays_per_day: 5 },
	),
	/** Days since some groups saw the prompts. */
	groupSeenDays: fc.constantFrom(2, 2, 8),
	zone: fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York'),
	spent: fc.array(fc.record({ displays: few, responses: few, period: few }), {
		minLength: 3,
		maxLength: 3,
	}),
	spentBySite: few,
	visitors: fc.array(anyVisitor, { minLength: 12, maxLength: 12 }),
});

async function publishAll(
	site: string,
	prompts: Partial<PromptInput>[],
): Promise<PublishedPrompt[]> {
	const published: PublishedPrompt[] = [];
	for (const [index, prompt] of prompts.entries()) {
		const { id, content } = await publishPrompt(database.admin, site, {
			...prompt,
			survey_id: surveys[index]!,
		});
		published.push({ id, content, publishedAt: now - 40 * day + index });
	}
	for (const table of ['prompts', 'candidates']) {
		await database.admin`
			update app.${database.admin(table)} p set published_at = to_timestamp((x ->> 'publishedAt')::numeric / 1000)
			from jsonb_array_elements(${database.admin.json(published as never)}) x
			where p.site_id = ${site} and p.survey_id = x #>> '{content,survey_id}'`;
	}
	return published;
}

/**
 * Limits facts to what is possible at this site: displays of its prompts, in sessions with an id, and no event more
 * than 48 hours before the visitor was first seen.
 */
function fit(given: Given, visit: RequestContext, published: PublishedPrompt[]): RuleFacts {
	const known = published.map((prompt) => prompt.content.survey_id);
	const displays = given.facts.displays
		.filter((display) => known.includes(display.surveyId))
		.map((display) => ({ ...display, session: given.sameSession ? visit.session : randomUUID() }));
	const events = Object.fromEntries(
		Object.entries(given.facts.events).map(([name, times]) => [
			name,
			times.filter((at) => at >= given.facts.firstSeen - 2 * day),
		]),
	);
	return { ...given.facts, displays, events };
}

/** Every second event has the properties of the current event; the rest have none. */
function listPastEvents({ events, properties }: RuleFacts): PastEvent[] {
	return Object.entries(events).flatMap(([name, times]) =>
		times.map((at, index) => ({
			name,
			at,
			properties: index % 2 === 0 ? properties : {},
			backend: false,
		})),
	);
}

/** Sets the spent amount of every budget, and returns it for the reference. */
async function insertSpent(
	site: string,
	published: PublishedPrompt[],
	given: { displays: number; responses: number; period: number }[],
	bySite: number | undefined,
	hoursAhead: number,
): Promise<Spent> {
	const spent: Spent = { prompts: {}, site: bySite ?? 0 };
	const rows: object[] = [];
	for (const [index, { id, content }] of published.entries()) {
		const { displays, responses, period } = given[index]!;
		spent.prompts[id] = { displays, responses, period };
		if (content.budget?.displays ?? content.budget?.responses) {
			rows.push({ prompt: id, period: 'total', from: '-infinity', displays, responses });
		}
		if (content.budget?.period) {
			const { every } = content.budget.period;
			const from = firstDayOf(every, now, hoursAhead);
			rows.push({ prompt: id, period: every, from, displays: period, responses: 0 });
		}
	}
	if (bySite !== undefined) {
		const nil = '00000000-0000-0000-0000-000000000000';
		const from = firstDayOf('day', now, hoursAhead);
		rows.push({ prompt: nil, period: 'site', from, displays: bySite, responses: 0 });
	}
	await database.admin`
		insert into app.budget_periods (site_id, prompt_id, period, starts_on, displays, responses)
		select ${site}, (r ->> 'prompt')::uuid, r ->> 'period', (r ->> 'from')::date, (r -> 'displays')::int, (r -> 'responses')::int
		from jsonb_array_elements(${database.admin.json(rows as never)}) r
		on conflict (site_id, prompt_id, period, starts_on) do update
		set displays = excluded.displays, responses = excluded.responses`;
	return spent;
}

async function insertHistory(
	site: string,
	published: PublishedPrompt[],
	pasts: { visitor: string; facts: RuleFacts }[],
) {
	const rows = pasts.map(({ visitor, facts }) => ({
		visitor,
		account: facts.account && `${facts.account} ${visitor}`,
		traits: facts.traits,
		first: facts.firstSeen,
		displays: facts.displays.map((display) => ({
			...display,
			id: randomUUID(),
			prompt: published.find((one) => one.content.survey_id === display.surveyId)!.id,
		})),
		events: listPastEvents(facts).map((event) => ({ ...event, id: uuidv7(event.at) })),
	}));
	await database.admin.begin(async (sql) => {
		await sql`create temp table past on commit drop as select p from jsonb_array_elements(${sql.json(rows as never)}) p`;
		await sql.unsafe(`
			create function pg_temp.at(p jsonb) returns timestamptz language sql
				as $$ select to_timestamp(p::numeric / 1000) $$;
			insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
				select '${site}', (p ->> 'visitor')::uuid, p ->> 'account', (p ->> 'visitor')::uuid, pg_temp.at(p -> 'first'), '${new Date(now).toISOString()}' from past;
			insert into app.visitors (site_id, id, subject_id, traits, first_seen_at, last_seen_at)
				select '${site}', (p ->> 'visitor')::uuid, (p ->> 'visitor')::uuid, p -> 'traits', pg_temp.at(p -> 'first'), '${new Date(now).toISOString()}' from past;
			insert into app.subject_locks (site_id, subject_id, postponed_until)
				select '${site}', (p ->> 'visitor')::uuid, (select max(pg_temp.at(d #> '{postponed,until}')) from jsonb_array_elements(p -> 'displays') d)
				from past where p -> 'displays' <> '[]';
			insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state,
					traits, reserved_at, answered_at, dismissed_at, postponed_at, postponed_until, released_at)
				select '${site}', (d ->> 'id')::uuid, (p ->> 'visitor')::uuid, (p ->> 'visitor')::uuid, (d ->> 'session')::uuid,
					(d ->> 'prompt')::uuid, 1, gen_random_uuid(),
					case when (d -> 'released')::boolean then 'released' when d ? 'postponed' then 'postponed' else 'displayed' end,
					'{}', pg_temp.at(d -> 'at'), pg_temp.at(d -> 'answeredAt'), pg_temp.at(d -> 'dismissedAt'),
					pg_temp.at(d #> '{postponed,at}'), pg_temp.at(d #> '{postponed,until}'),
					case when (d -> 'released')::boolean then pg_temp.at(d -> 'at') end
				from past, jsonb_array_elements(p -> 'displays') d;
			insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, visitor_id, seq, final, answers,
					traits, created_at, updated_at)
				select '${site}', (d ->> 'id')::uuid, (d ->> 'prompt')::uuid, 1, (p ->> 'visitor')::uuid, (p ->> 'visitor')::uuid,
					1, true, d -> 'answers', '{}', pg_temp.at(d -> 'answeredAt'), pg_temp.at(d -> 'answeredAt')
				from past, jsonb_array_elements(p -> 'displays') d where d ? 'answers' and not (d -> 'released')::boolean;
			insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties)
				select s.key, (e ->> 'id')::uuid, v.key, gen_random_uuid(), pg_temp.at(e -> 'at'), false,
					hashtext(e ->> 'name'), e ->> 'name', e -> 'properties'
				from past cross join jsonb_array_elements(p -> 'events') e
				join app.sites s on s.id = '${site}'
				join app.visitors v on v.site_id = s.id and v.id = (p ->> 'visitor')::uuid;
			drop function pg_temp.at;
		`);
	});
}

/** When some groups last saw each prompt with a limit per group. */
async function insertGroups(site: string, published: PublishedPrompt[], daysAgo: number) {
	const groups = new Map<string, number>();
	const at = now - daysAgo * day;
	for (const prompt of published) {
		for (const plan of ['pro', 'pro+', 'free', 'Pro', '.*', 0, 1, 2, true]) {
			const group = groupOf(prompt, { plan });
			if (group === undefined) continue;
			groups.set(group, at);
			await database.admin`
				insert into app.group_displays (site_id, prompt_id, group_hash, display_id, last_at)
				values (${site}, ${prompt.id}, app.group_hash(${database.admin.json({ plan })}, 'plan'),
					gen_random_uuid(), ${new Date(at)})`;
		}
	}
	return groups;
}

function summarize(decided: Decided | undefined, published: PublishedPrompt[]) {
	if (decided?.reason === 'displayed')
		return { reason: 'displayed', prompt: decided.reserved.prompt };
	if (decided?.reason === 'waiting') {
		const prompt = published.find((one) => one.content.survey_id === decided.survey_id);
		return { reason: 'waiting', prompt: prompt?.id };
	}
	return { reason: decided?.reason };
}

/** Every reason that a rule can have. */
const reasons = [
	'answered',
	'audience',
	'budget',
	'displayed',
	'ended',
	'group_limit',
	'holdout',
	'no_prompt',
	'not_started',
	'paced',
	'postponed',
	'prompt_cooldown',
	'sampled_out',
	'seen_limit',
	'session_limit',
	'session_too_young',
	'site_cooldown',
	'trigger_count',
	'trigger_properties',
	'unverified',
	'waiting',
];

describe('a decision', () => {
	const seen = new Set<Reason | undefined>();

	const matches = fc.asyncProperty(
		anySite,
		async ({ prompts, limits, visitors, groupSeenDays, zone, ...given }) => {
			const site = await createSite(database.admin, { limits, time_zone: zone });
			const published = await publishAll(site.id, prompts);
			const hoursAhead = zones[zone]!;
			const counted = 'displays_per_day' in limits ? given.spentBySite : undefined;
			const spent = await insertSpent(site.id, published, given.spent, counted, hoursAhead);
			const groups = await insertGroups(site.id, published, groupSeenDays);
			const calls = visitors.map((given) => {
				const visit = newVisit(site.id, {
					session: uuidv7(now - 60_000),
					context: given.facts.context,
					device: given.device as DeviceDisplay[],
					now: new Date(now),
				});
				return { given, visit, facts: fit(given, visit, published) };
			});
			await insertHistory(
				site.id,
				published,
				calls.map(({ visit, facts }) => ({ visitor: visit.visitor, facts })),
			);
			for (const { given, visit, facts } of calls) {
				const backend = given.backend && facts.account !== null;
				const event = newEvent(given.event, facts.properties, {
					session: visit.session,
					at: now,
					verified: facts.verified,
				});
				const decided = backend
					? await reportAsBackend(
							database.ingest,
							site.id,
							`${facts.account} ${visit.visitor}`,
							given.event,
							facts.properties,
							{ now: new Date(now), id: event.id },
						)
					: summarize(
							(await ingest(database.ingest, visit, [event], uuidv7(now))).decided,
							published,
						);
				const expected = decide(published, {
					...facts,
					...(backend && { properties: {}, verified: facts.properties, context: {} }),
					backend,
					hasPage: !backend,
					reportedAt: now,
					event: given.event,
					// The current event counts.
					events: { ...facts.events, [given.event]: [...(facts.events[given.event] ?? []), now] },
					sampleKey: visit.visitor,
					session: backend ? '' : visit.session,
					sessionStart: backend ? 0 : now - 60_000,
					device: given.device,
					site: site.id,
					past: listPastEvents(facts),
					groups,
					limits: siteLimitsSchema.parse(limits),
					hoursAhead,
					spent,
				});
				if (expected.reason === 'displayed') {
					const one = spent.prompts[expected.prompt!]!;
					one.displays++;
					one.period++;
					spent.site++;
				}
				const { variant, ...outcome } = expected;
				seen.add(expected.reason);
				const group = published
					.filter(({ id }) => expected.reason === 'displayed' && id === expected.prompt)
					.map((prompt) => groupOf(prompt, facts.traits))[0];
				if (group !== undefined) groups.set(group, now);
				const shown = expected.reason === 'displayed' || expected.reason === 'waiting';
				if (backend) expect(decided.reason).toBe(expected.reason);
				else expect(decided).toEqual(shown ? outcome : { reason: expected.reason });
				const [stored] = await database.admin`
						select reason, prompt_id from app.event_details where site_id = ${site.id} and id = ${event.id}`;
				expect(stored).toEqual({ reason: expected.reason, prompt_id: expected.prompt ?? null });
				const displays = await database.admin`
						select variant from app.displays where site_id = ${site.id} and origin = ${event.id}`;
				expect([...displays]).toEqual(
					expected.reason === 'displayed' ? [{ variant: variant ?? null }] : [],
				);
			}
		},
	);
	const seed = Number(process.env['FEEDBACK_SEED'] ?? 7);

	it('matches the reference for any site, prompts and history', async () => {
		await fc.assert(matches, { numRuns: rounds(25, 60), seed });
	}, 120_000);

	it('has every reason that a rule can give', async () => {
		// Samples depend on random IDs, so now and then a rare reason needs more runs.
		for (let more = 1; more <= 10 && seen.size < reasons.length; more++) {
			await fc.assert(matches, { numRuns: 10, seed: seed + more });
		}
		expect([...seen].sort()).toEqual(reasons);
	}, 120_000);
});
