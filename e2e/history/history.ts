// What a site stored about its subjects: read after a load with faults, and checked by find-violations.ts.
import type { Prompt, SiteSettings } from '@feedback/contract';
import type { Reason, Values } from '@feedback/contract/wire';
import type { Sql } from 'postgres';

/** Times are in milliseconds since 1970. */
export type HistoryEvent = {
	id: string;
	subject: string;
	/** Null for events from the backend. */
	session: string | null;
	name: string;
	at: number;
	properties: Values;
	verified: Values | null;
	context: { path?: string; device?: string; languages?: string[] };
	/** The last decision about it; null for events that were only recorded. */
	reason: Reason | null;
};

export type HistoryDisplay = {
	id: string;
	subject: string;
	session: string;
	prompt: string;
	revision: number;
	/** The event that caused it. */
	origin: string;
	/** The event of a browser that carried it, if the backend reported its origin. */
	carrier: string | null;
	state: string;
	/** When it was reserved. */
	at: number;
	displayedAt: number | null;
	answeredAt: number | null;
	dismissedAt: number | null;
	postponed: { at: number; until: number } | null;
	releasedAt: number | null;
	traits: Values;
};

export type History = {
	site: string;
	limits: SiteSettings['limits'];
	/** Hours that the site's time zone is ahead of UTC. */
	hoursAhead: number;
	prompts: { id: string; revision: number; content: Prompt }[];
	subjects: { id: string; account: string | null; sampleKey: string; firstSeen: number }[];
	events: HistoryEvent[];
	displays: HistoryDisplay[];
	responses: { display: string; final: boolean; createdAt: number }[];
	/** What the service counted, by period. */
	budgets: { prompt: string; period: string; startsOn: string; displays: number }[];
};

/** Reads the whole history of a site whose time zone is UTC, as it is at one moment. */
export async function readHistory(sql: Sql, site: string): Promise<History> {
	return (await sql.begin('isolation level repeatable read read only', (snapshot) =>
		readAll(snapshot as unknown as Sql, site),
	)) as History;
}

async function readAll(sql: Sql, site: string): Promise<History> {
	const [settings] = await sql<{ limits: History['limits']; zone: string }[]>`
		select settings -> 'limits' as limits, settings ->> 'time_zone' as zone from app.sites where id = ${site}`;
	if (settings!.zone !== 'UTC') throw new Error('Only a site in UTC has days of a fixed length.');
	const prompts = await sql<History['prompts']>`
		select prompt_id as id, number as revision, content from app.revisions where site_id = ${site}`;
	const subjects = await sql<History['subjects']>`
		select id, account, sample_key as "sampleKey", ${millisecondsOf(sql, 'first_seen_at')} as "firstSeen"
		from app.subjects where site_id = ${site}`;
	const events = await sql<HistoryEvent[]>`
		select e.id, v.subject_id as subject, e.session_id as session, e.name, ${millisecondsOf(sql, 'e.at')} as at,
			coalesce(e.properties, '{}') as properties, e.verified, coalesce(e.context, '{}') as context, e.reason
		from app.event_details e join app.visitors v on v.site_id = e.site_id and v.id = e.visitor_id
		where e.site_id = ${site} order by e.id`;
	const displays = await sql<HistoryDisplay[]>`
		select id, subject_id as subject, session_id as session, prompt_id as prompt, revision, origin, carrier, state,
			${millisecondsOf(sql, 'reserved_at')} as at, ${millisecondsOf(sql, 'displayed_at')} as "displayedAt",
			${millisecondsOf(sql, 'answered_at')} as "answeredAt",
			${millisecondsOf(sql, 'dismissed_at')} as "dismissedAt",
			case when postponed_at is not null then jsonb_build_object(
				'at', ${millisecondsOf(sql, 'postponed_at')}, 'until', ${millisecondsOf(sql, 'postponed_until')})
				end as postponed,
			${millisecondsOf(sql, 'released_at')} as "releasedAt", traits
		from app.displays where site_id = ${site} order by reserved_at, id`;
	const responses = await sql<History['responses']>`
		select display_id as display, final, ${millisecondsOf(sql, 'created_at')} as "createdAt"
		from app.responses where site_id = ${site}`;
	const budgets = await sql<History['budgets']>`
		select prompt_id as prompt, period, starts_on::text as "startsOn", displays
		from app.budget_periods where site_id = ${site}`;
	return {
		site,
		limits: settings!.limits,
		hoursAhead: 0,
		prompts: [...prompts],
		subjects: [...subjects],
		events: [...events],
		displays: [...displays],
		responses: [...responses],
		budgets: [...budgets],
	};
}

const millisecondsOf = (sql: Sql, column: string) =>
	sql.unsafe(`(extract(epoch from ${column}) * 1000)::float8`);
