import type { RateFigure, RouteOutput } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { readAudienceRates } from './audience-rates.ts';
import { limitToNewest } from './newest-rows.ts';
import { selectRankedGroups } from './rate-groups.ts';
import type { Scope } from './scope.ts';
import { isByAnswers } from './summarize.ts';
import { estimateShare } from './to-estimate.ts';

type Rates = RouteOutput<'getResponseRates'>;
/** Displays, and how many of them were answered. */
type Counts = Pick<Rates, 'displays' | 'responses'>;
type Group = Counts & { key: string | null; groups: number; is_listed: boolean };

export const getResponseRates: Operation<'getResponseRates'> = {
	access: 'read only',
	reads: 'replica',
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
		const groups = await readGroups(tx, scope, by);
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

/** The largest groups, and all others combined. */
async function readGroups(tx: Tx, scope: Scope, by: RateFigure['by']): Promise<Group[]> {
	const order = by === 'hour' ? tx`key::int` : tx`displays desc, key`;
	const rows = await tx<Group[]>`
		with grouped as (
			select case when is_listed then key end as key, is_listed, count(*)::int as groups,
			       sum(displays)::int as displays, sum(responses)::int as responses
			from (${selectRankedGroups(tx, scope, by)}) ranked group by 1, 2
		)
		select * from grouped order by key is null, ${order}`;
	return [...rows];
}
