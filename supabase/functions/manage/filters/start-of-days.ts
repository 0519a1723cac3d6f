import type { Tx } from '../../../../database/statement.ts';

/** The start of the last given number of days in the site's time zone, including today; `now` in milliseconds. */
export async function startOfDays(
	tx: Tx,
	site: string,
	days: number,
	now: number,
): Promise<string> {
	const [row] = await tx<{ start: Date }[]>`
		with zone as materialized (select app.site_time_zone(${site}) as name)
		select app.day_start((${new Date(now)}::timestamptz at time zone zone.name)::date + 1 - ${days}::integer,
		       zone.name) as start
		from zone`;
	return row!.start.toISOString();
}
