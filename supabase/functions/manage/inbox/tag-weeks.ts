import type { Tx } from '../../../../database/statement.ts';
import type { Counts, TagTexts } from './tag-texts.ts';

export type Week = Counts & { from: string; to: string };

/** Counts text answers by week, also for weeks without any; the oldest first. */
export async function readTagWeeks(
	tx: Tx,
	{ site, rows, monday }: TagTexts,
	weeks: number,
): Promise<Week[]> {
	const found = await tx<Week[]>`
		with counted as materialized (
			select date_trunc('week', t.answered_at at time zone (select app.site_time_zone(${site})))::date as monday,
			       count(*) filter (where t.is_tagged)::int as answers, count(*)::int as of
			from ${rows} group by 1
		)
		select w.monday::text as from, (w.monday + 6)::text as to, coalesce(c.answers, 0) as answers, coalesce(c.of, 0) as of
		from (select ${monday}::date + 7 * n as monday from generate_series(0, ${weeks}::int - 1) n) w
		left join counted c using (monday) order by w.monday`;
	return [...found];
}
