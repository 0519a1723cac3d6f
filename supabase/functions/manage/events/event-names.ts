import { limits, ServiceError, type RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { cutPage, readMark, writeMark } from '../list/position.ts';

type Summary = RouteOutput<'changeEventName'>;
type NameRow = Pick<Summary, 'name' | 'state'> & {
	first_seen_at: Date | null;
	last_seen_at: Date | null;
	/** Number of events by day; day 0 is the oldest of the 30 days. */
	counts: Record<string, number>;
};

export const listEventNames: Operation<'listEventNames'> = {
	access: 'read only',
	async run({ tx }, { site, limit, cursor }) {
		const after = cursor ? tx`and n.name > ${readMark(cursor, limits.event.namePattern)}` : tx``;
		const { rows, unlisted } = await readNames(
			tx,
			site,
			null,
			tx`${after} order by n.name limit ${limit + 1}`,
		);
		const { items, next } = cutPage(rows, limit, ({ name }) => writeMark(name));
		return { items: items.map(describeName), next, unlisted };
	},
};

export const changeEventName: Operation<'changeEventName'> = {
	access: 'read write',
	async run({ tx }, { site, name, state }) {
		await tx`
			insert into app.event_names (site_id, name, registered)
			values (${site}, ${name}, ${state === 'registered'})
			on conflict (site_id, name) do nothing`;
		await tx`
			update app.event_names
			set registered = ${state === 'registered'}, ignored = ${state === 'ignored'}
			where site_id = ${site} and name = ${name}`;
		return findEventName(tx, site, name);
	},
	audit: ({ name, state }) => ({ subject: `${name}: ${state}` }),
};

/** One event name. Throws `not_found` when the site does not list it. */
export async function findEventName(tx: Tx, site: string, name: string): Promise<Summary> {
	const { rows } = await readNames(tx, site, name, tx`and n.name = ${name}`);
	if (!rows[0]) {
		throw new ServiceError('not_found', {
			message: 'The site lists no such event name.',
			field: 'name',
		});
	}
	return describeName(rows[0]);
}

/** One name or all names with their counts, and the number of names that have events but are not listed. */
async function readNames(
	tx: Tx,
	site: string,
	name: string | null,
	where: Fragment,
): Promise<{ rows: NameRow[]; unlisted: number }> {
	// In one statement, because the last days are counted while it runs.
	const rows = await tx<(NameRow & { unlisted: number; name: string | null })[]>`
		with counts as materialized (select name, day, events from app.count_by_name(${site}, ${name})),
		page as (select n.* from app.event_names n where n.site_id = ${site} ${where})
		select u.unlisted, n.name, n.first_seen_at, n.last_seen_at,
		       case when n.ignored then 'ignored' when n.registered then 'registered' else 'seen' end as state,
		       (select coalesce(jsonb_object_agg(least(c.day - (now() at time zone 'utc')::date + 29, 29), c.events), '{}')
			       from counts c where c.name = n.name) as counts
		from (
			select count(distinct c.name)::int as unlisted from counts c
			where not exists (select from app.event_names n where n.site_id = ${site} and n.name = c.name)
		) u
		left join page n on true
		order by n.name`;
	return {
		rows: rows.filter((row): row is typeof row & { name: string } => row.name !== null),
		unlisted: rows[0]!.unlisted,
	};
}

function describeName({ name, state, first_seen_at, last_seen_at, counts }: NameRow): Summary {
	const by_day = Array.from({ length: 30 }, (_, day) => counts[day] ?? 0);
	return {
		name,
		state,
		first_seen_at: first_seen_at?.toISOString() ?? null,
		last_seen_at: last_seen_at?.toISOString() ?? null,
		events: by_day.reduce((sum, events) => sum + events, 0),
		by_day,
	};
}
