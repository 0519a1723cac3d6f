// Creates sites, prompts, visitors and whole requests before the measurement.
import type { Prompt, PromptInput } from '@feedback/contract';
import type { Sql } from 'postgres';

import { createSite, promptOf } from '../../supabase/tests/sites.ts';

/** Creates the table of queued requests, complete and typed, so that all variants pay the same for reading them. */
export async function prepareRequests(admin: Sql): Promise<void> {
	await admin.unsafe(`
		create schema bench;
		create table bench.requests (
			pool text, n int, visit jsonb, site uuid, visitor uuid, session uuid, event uuid, name text,
			properties jsonb, display uuid, primary key (pool, n));
		grant usage on schema bench to feedback_ingest;
		grant select on bench.requests to feedback_ingest;`);
}

/** The statement that reports request `$1` of a pool. */
export function reportFrom(pool: string): string {
	return `
		select answer.status from bench.requests r, app.report(r.visit, r.site, r.visitor, r.session, r.event,
			r.name, r.properties, null, null, r.display, null) answer
		where r.pool = '${pool}' and r.n = $1`;
}

/** Prompts for each event name, all rejected by the event's properties, as in production most prompts are. */
export function rejectingPrompts(prompts: number, names: number): Prompt[] {
	return Array.from({ length: prompts }, (_, n) =>
		promptOf({
			trigger: {
				events: [`event.${n % names}`],
				where: { property: 'format', op: 'is', value: `other-${n}` },
			},
		}),
	);
}

/**
 * Creates prompts with a rule of every kind. The properties of one event in ten fit a prompt, regardless of
 * their number; with `fitting`, those of each event fit one in ten prompts on its name.
 */
export function demandingPrompts(prompts: number, names: number, fitting = false): Prompt[] {
	return Array.from({ length: prompts }, (_, n) => {
		const place = Math.floor(n / names);
		return promptOf({
			trigger: {
				events: [`event.${n % names}`],
				where: {
					all: [
						{ property: 'format', op: 'is', value: `format-${fitting ? place % 10 : place * 10}` },
						{ property: 'pages', op: 'at_least', value: 1 },
					],
				},
			},
			audience: demandingAudience,
			sampling: { rate: 0.5 },
			timing: { min_session_seconds: 10, starts_at: '2026-01-01T00:00:00Z' },
			limits: { show: 'times', times: 3, again_after_days: 1 },
			priority: n % 5,
		});
	});
}

const demandingAudience: PromptInput['audience'] = {
	all: [
		{ trait: 'plan', op: 'one_of', value: ['pro', 'team'] },
		{ trait: 'signed_up', op: 'older_than', days: 14 },
		{ context: 'device', op: 'is', value: 'desktop' },
		{ event: 'event.0', times: 1, within_days: 7 },
		{ none: [{ prompt: 'another-survey', was: 'dismissed', within_days: 30 }] },
	],
};

/** Every setting of a site. */
export const demandingSettings = {
	limits: { cooldown_days: 1, window: { displays: 5, days: 30 }, per_session: 2 },
	capture: 'registered',
} as const;

/** Publishes prompts on a site. */
export async function publishAll(admin: Sql, site: string, prompts: Prompt[]): Promise<void> {
	await admin`
		select app.publish(${site}, made.prompt_id, made.number, made.sha256)
		from jsonb_array_elements(${admin.json(prompts)}) content,
		lateral app.create_prompt(${site}, content) made`;
}

/** Sites with the same published prompts; many, because one site accepts at most 500 requests per second. */
export async function makeSites(
	admin: Sql,
	count: number,
	prompts: Prompt[],
	settings: Parameters<typeof createSite>[1] = undefined,
): Promise<string[]> {
	const ids: string[] = [];
	for (let at = 0; at < count; at++) ids.push((await createSite(admin, settings)).id);
	const [first, ...others] = ids;
	await publishAll(admin, first!, prompts);
	// Publishing takes a few milliseconds, which is too slow for ten thousand prompts: copy them, without triggers.
	await admin.begin(async (tx) => {
		await tx`set local session_replication_role = replica`;
		for (const table of ['prompts', 'revisions', 'candidates', 'event_names']) {
			await tx`
				insert into ${tx(`app.${table}`)} ${tx.unsafe(columnsOf[table] ?? '')}
				select ${tx.unsafe(table === 'revisions' ? 'copy.site_id, copy.prompt_id, copy.number, copy.content' : 'copy.*')}
				from ${tx(`app.${table}`)} t, unnest(${others}::text[]) other,
				lateral jsonb_populate_record(t, jsonb_build_object('site_id', other)) copy
				where t.site_id = ${first!}`;
		}
	});
	return ids;
}

// The hash of a revision is generated.
const columnsOf: Record<string, string> = { revisions: '(site_id, prompt_id, number, content)' };

/** Visitors on each site; with accounts they are signed in and have traits. */
export async function makeVisitors(
	admin: Sql,
	sites: string[],
	perSite: number,
	accounts = false,
): Promise<void> {
	await admin`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		select site, id, case when ${accounts} then 'account-' || n end, id, now(), now()
		from (
			select s.id::uuid as site, gen_random_uuid() as id, n
			from unnest(${sites}::text[]) s(id), generate_series(1, ${perSite}) n) made`;
	await admin`
		insert into app.visitors (site_id, id, subject_id, traits, first_seen_at, last_seen_at)
		select site_id, id, id, case when ${accounts}
			then '{"plan": "pro", "signed_up": "2026-01-15", "seats": 12}' else '{}' end::jsonb, now(), now()
		from app.subjects where site_id = any(${sites}::uuid[])`;
}

/** Requests of random visitors of the sites for random event names. */
export async function makeRequests(
	admin: Sql,
	pool: string,
	sites: string[],
	count: number,
	name: string,
): Promise<void> {
	await admin`
		insert into bench.requests
		select ${pool}, row_number() over () - 1,
			jsonb_build_object('site', v.site_id, 'visitor', v.id, 'session', v.session,
				'context', '{"path": "/reports", "device": "desktop", "languages": ["en"]}'::jsonb,
				'identify', null, 'device', '[]'::jsonb, 'bot', false,
				'address', encode(sha256(v.id::text::bytea), 'hex'), 'now', null, 'facts_for', null),
			v.site_id, v.id, v.session, app.mint_id(), ${admin.unsafe(name)},
			jsonb_build_object('format', 'format-' || floor(random() * 10), 'pages', 3), app.mint_id()
		from (
			select u.site_id, u.id, app.mint_id(now() - interval '1 minute') as session
			from app.visitors u, generate_series(1, ${count}
				/ (select count(*)::int from app.visitors where site_id = any(${sites}::uuid[])) + 1)
			where u.site_id = any(${sites}::uuid[]) order by random() limit ${count}) v`;
}

/** Lifts the rate limits of the sites. */
export async function liftLimits(admin: Sql, sites: string[]): Promise<void> {
	// The trigger that stores limits fires for other columns.
	await admin`
		update app.sites
		set site_rate = 1e9, site_burst = 1e9, address_rate = 1e9, address_burst = 1e9, subject_rate = 1e9, subject_burst = 1e9
		where id = any(${sites}::uuid[])`;
}

/**
 * Vacuums and analyzes the filled tables. Not `app.events`: for a partition that was analyzed while it was empty,
 * Postgres plans as if it stayed empty. In production, partitions are first analyzed when they have rows.
 */
export async function analyzeFilled(admin: Sql): Promise<void> {
	await admin`
		vacuum (analyze) app.sites, app.subjects, app.visitors, app.prompts, app.revisions, app.candidates,
			app.event_names, bench.requests`;
}
