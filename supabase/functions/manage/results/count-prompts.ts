import type { Tx } from '../../../../database/statement.ts';

type Counts = { now: number; before: number };
/** Displays of a prompt, how many of them have a response, and the responses that were given. */
export type Shown = { displays: Counts; answered: Counts; responses: Counts };

type Within = {
	site: string;
	prompts: string[];
	/** When this period begins, and when the one before does; both begin with a day, which no part crosses. */
	since: string;
	since_before: string;
};

/**
 * Displays and responses of each prompt in both periods; a display may have been answered after its period. Prompts
 * without any are left out.
 *
 * One statement for all prompts: calling app.count_displays for each evaluates the policies as often.
 */
export async function countPrompts(
	tx: Tx,
	{ site, prompts, since, since_before }: Within,
): Promise<Map<string, Shown>> {
	// The same condition as the policies of app.displays.
	const oldest = tx`greatest(${since_before}::timestamptz, now() - interval '90 days')`;
	const rows = await tx<{ prompt: string; shown: Shown }[]>`
		with parts as materialized (
			select k.prompt_id as prompt, k.from_at, k.to_at, k.given, k.shown,
			       case when k.shown then k.displays else 0 end as displays,
			       case when k.shown then k.answered else 0 end as answered,
			       case when k.given then k.size - k.displays else 0 end as responses
			from app.find_parts(${site}, ${prompts}::uuid[], ${since_before}::timestamptz, 'infinity', ${oldest}) k
		),
		rest as materialized (
			select p.prompt, tstzmultirange(tstzrange(${oldest}, 'infinity')) - coalesce(k.shown, '{}') as shown,
			       tstzmultirange(tstzrange(${since_before}::timestamptz, 'infinity')) - coalesce(k.given, '{}') as given
			from unnest(${prompts}::uuid[]) p (prompt)
			left join (
				select prompt, range_agg(tstzrange(from_at, to_at)) filter (where given) as given,
				       range_agg(tstzrange(from_at, to_at)) filter (where shown) as shown
				from parts group by prompt
			) k on k.prompt = p.prompt
		),
		counted as (
			select k.prompt, k.from_at >= ${since}::timestamptz as is_now, k.responses, k.displays, k.answered
			from parts k
			union all
			select o.prompt, r.is_now, r.responses, 0, 0
			from rest o cross join unnest(o.given) at
			-- Counted for each range, so that Postgres reads a range from the index instead of all rows.
			cross join lateral (
				select x.created_at >= ${since}::timestamptz as is_now, count(*) as responses
				from app.responses x
				where x.site_id = ${site} and x.prompt_id = o.prompt and x.created_at >= lower(at) and x.created_at < upper(at)
				group by 1
			) r
			union all
			select o.prompt, s.is_now, 0, s.displays, s.answered
			from rest o cross join unnest(o.shown) at
			cross join lateral (
				select d.reserved_at >= ${since}::timestamptz as is_now, count(*) as displays, count(a.display_id) as answered
				from app.displays d
				-- The limit keeps Postgres from reading all responses of the site instead.
				left join lateral (select r.display_id from app.responses r
					where r.site_id = d.site_id and r.display_id = d.id limit 1) a on true
				where d.site_id = ${site} and d.prompt_id = o.prompt and d.state <> 'released'
				  and d.reserved_at >= lower(at) and d.reserved_at < upper(at)
				group by 1
			) s
		),
		added as (
			select prompt, is_now, sum(displays)::int as displays, sum(answered)::int as answered, sum(responses)::int as responses
			from counted group by 1, 2
		)
		select p.prompt, jsonb_build_object(
			'displays', jsonb_build_object('now', coalesce(n.displays, 0), 'before', coalesce(b.displays, 0)),
			'answered', jsonb_build_object('now', coalesce(n.answered, 0), 'before', coalesce(b.answered, 0)),
			'responses', jsonb_build_object('now', coalesce(n.responses, 0), 'before', coalesce(b.responses, 0))) as shown
		from (select distinct prompt from added) p
		left join added n on n.prompt = p.prompt and n.is_now
		left join added b on b.prompt = p.prompt and not b.is_now`;
	return new Map(rows.map(({ prompt, shown }) => [prompt, shown]));
}
