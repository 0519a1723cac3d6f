import { limits, type RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { readAudienceRates } from './audience-rates.ts';
import { limitToNewest } from './newest-rows.ts';
import { displaysWithin, responsesOf } from './read-figures.ts';
import type { Scope } from './scope.ts';
import { isByAnswers } from './summarize.ts';
import { estimateShare } from './to-estimate.ts';

type Rates = RouteOutput<'getResponseRates'>;
/** Displays, and how many of them were answered. */
type Counts = Pick<Rates, 'displays' | 'responses'>;
type Group = Counts & { key: string | null; groups: number; is_listed: boolean };

export const getResponseRates: Operation<'getResponseRates'> = {
	access: 'read only',
	async run({ tx, service }, { by, ...input }): Promise<Rates> {
		const asked = await useSavedFilter(tx, input, service.clock());
		await checkFilter(tx, asked.site, asked);
		await requirePrompt(tx, asked.site, asked.prompt);
		const { scope, countedSince: counted_since } = await limitToNewest(tx, asked, 'displays');
		// With a filter by answers, everyone answered, so there is no rate.
		const rated = ({ displays, responses }: Counts) => ({
			displays,
			responses,
			response_rate: isByAnswers(scope) ? null : estimateShare(responses, displays),
		});
		if (by === 'audience') {
			const { all, audiences, left_out } = await readAudienceRates(tx, scope);
			const groups = audiences.map(({ key, name, ...counts }) => ({ key, name, ...rated(counts) }));
			return { ...rated(all), groups, rest: null, left_out, counted_since };
		}
		const groups = await readGroups(tx, scope, groupKey(tx, scope, by), by);
		const rest = groups.find(({ is_listed }) => !is_listed);
		const sum = (of: keyof Counts) => groups.reduce((all, group) => all + group[of], 0);
		return {
			...rated({ displays: sum('displays'), responses: sum('responses') }),
			groups: groups
				.filter(({ is_listed }) => is_listed)
				.map(({ key, ...counts }) => ({ key, name: null, ...rated(counts) })),
			rest: rest ? { groups: rest.groups, ...rated(rest) } : null,
			left_out: [],
			counted_since,
		};
	},
};

/** The group of a display `d`, as text. */
function groupKey(tx: Tx, { site }: Scope, by: string): Fragment {
	if (by === 'hour') {
		return tx`extract(hour from d.reserved_at at time zone (select app.site_time_zone(${site})))::int::text`;
	}
	return by === 'device' || by === 'path'
		? tx`d.context ->> ${by}::text`
		: tx`d.traits ->> ${by.slice('trait:'.length)}::text`;
}

/** The largest groups, and all others combined. */
async function readGroups(tx: Tx, scope: Scope, key: Fragment, by: string): Promise<Group[]> {
	const most = by === 'hour' ? 24 : limits.results.rateGroups;
	const order = by === 'hour' ? tx`key::int` : tx`displays desc, key`;
	const rows = await tx<Group[]>`
		with counted as (
			select ${key} as key, count(*)::int as displays, count(r.display_id)::int as responses
			from app.displays d left join ${responsesOf(tx, scope)} r on r.display_id = d.id
			where ${displaysWithin(tx, scope)}
			group by 1
		),
		ranked as (
			-- Displays whose group is unknown are beside the others.
			select c.*, row_number() over (partition by key is null order by displays desc, key) <= ${most} as is_listed
			from counted c
		),
		grouped as (
			select case when is_listed then key end as key, is_listed, count(*)::int as groups,
			       sum(displays)::int as displays, sum(responses)::int as responses
			from ranked group by 1, 2
		)
		select * from grouped order by key is null, ${order}`;
	return [...rows];
}
