import { limits } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { exactTime } from '../list/exact-time.ts';

/** Text answers with a tag, and all of them. */
export type Counts = { answers: number; of: number };

/** The text answers in which the share of a tag is counted. */
export type TagTexts = {
	site: string;
	/** Text answers as `t`, with `is_tagged`. */
	rows: Fragment;
	/** The Monday on which the first week begins, and when it does in the site's time zone. */
	monday: string;
	since: string;
	/** Time of the oldest text answer that is counted if older ones were left out; otherwise null. */
	countedSince: string | null;
};

type Asked = { site: string; tag: string; weeks: number; now: number };

/** Finds the newest text answers of the last weeks, few enough to be read at once: an index finds where they begin. */
export async function findTagTexts(tx: Tx, { site, tag, weeks, now }: Asked): Promise<TagTexts> {
	const [start] = await tx<{ monday: string; since: Date }[]>`
		with zone as materialized (select app.site_time_zone(${site}) as name)
		select w.monday::text as monday, app.day_start(w.monday, z.name) as since
		from zone z cross join lateral (
			select date_trunc('week', ${new Date(now)}::timestamptz at time zone z.name)::date - 7 * (${weeks}::int - 1) as monday) w`;
	const { monday, since } = { ...start!, since: start!.since.toISOString() };
	const [first, before] = await tx<{ at: string }[]>`
		select to_char(t.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from app.text_answers t
		where t.site_id = ${site} and t.answered_at >= ${since}::timestamptz
		order by t.answered_at desc offset ${limits.inbox.tagTexts - 1} limit 2`;
	const countedSince = first && before ? first.at : null;
	const rows = tx`(
		select t.display_id, t.prompt_id, t.answered_at, g.tag_id is not null as is_tagged
		from app.text_answers t
		left join app.text_tags g on g.site_id = t.site_id and g.display_id = t.display_id
			and g.question_id = t.question_id and g.tag_id = ${tag}
		where t.site_id = ${site} and t.answered_at >= ${exactTime(tx, countedSince ?? since)}) t`;
	return { site, rows, monday, since, countedSince };
}
