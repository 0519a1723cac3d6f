import { limits, type RateFigure } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { displaysWithin, responsesOf } from './read-figures.ts';
import type { Scope } from './scope.ts';

type Division = RateFigure['by'];

/** The group of a display `d`, as text. */
export function groupKey(tx: Tx, site: string, by: Division): Fragment {
	if (by === 'hour') {
		return tx`extract(hour from d.reserved_at at time zone (select app.site_time_zone(${site})))::int::text`;
	}
	return by === 'device' || by === 'path'
		? tx`(d.context ->> ${by}::text)`
		: tx`(d.traits ->> ${by.slice('trait:'.length)}::text)`;
}

/** Selects the groups with their displays and responses, and whether they are among the listed ones. */
export function selectRankedGroups(tx: Tx, scope: Scope, by: Division): Fragment {
	const most = by === 'hour' ? 24 : limits.results.rateGroups;
	return tx`
		-- Displays whose group is unknown are beside the others.
		select c.*, row_number() over (partition by key is null order by displays desc, key) <= ${most} as is_listed
		from (
			select ${groupKey(tx, scope.site, by)} as key, count(*)::int as displays, count(r.display_id)::int as responses
			from app.displays d left join ${responsesOf(tx, scope)} r on r.display_id = d.id
			where ${displaysWithin(tx, scope)}
			group by 1
		) c`;
}
