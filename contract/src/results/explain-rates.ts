import type { DisplayFigure, RateFigure } from '../routes/figure.ts';
import type { RouteOutput } from '../routes.ts';
import {
	listExplained,
	prefix,
	type ExplainedFigure,
	type Explanations,
} from './explained-figure.ts';

type Rates = RouteOutput<'getResponseRates'>;
type Rated = Pick<Rates, 'displays' | 'responses' | 'response_rate'>;

/**
 * Explains every figure of response rates by group. `responses` counts displays that have a response.
 *
 * @example
 * explainRates(rates, 'device').find(({ figure }) => figure === 'groups.0.responses');
 * // { figure: …, of: 'displays', count: 12, filter: { figure: { by: 'device', group: 'phone', answered: true } }, … }
 */
export function explainRates(
	{ groups, rest, counted_since: since, ...all }: Omit<Rates, 'left_out'>,
	by: RateFigure['by'],
): ExplainedFigure[] {
	const explain = (rated: Rated, shown: DisplayFigure, answered: DisplayFigure): Explanations => {
		const counted = (count: number, figure: DisplayFigure) => ({
			of: 'displays' as const,
			count,
			filter: { ...(since !== null && { since }), figure },
			share_of: null,
		});
		const responses = counted(rated.responses, answered);
		return {
			displays: counted(rated.displays, shown),
			responses,
			...(rated.response_rate && { response_rate: { ...responses, share_of: 'displays' } }),
		};
	};
	const explainGroup = (rated: Rated, of: Pick<RateFigure, 'group' | 'rest'>) =>
		explain(rated, { by, ...of }, { by, ...of, answered: true });
	return listExplained({
		...explain(all, 'displays', 'answered'),
		...Object.fromEntries(
			groups.flatMap((group, at) =>
				prefix(`groups.${at}.`, explainGroup(group, { group: group.key })),
			),
		),
		...(rest && Object.fromEntries(prefix('rest.', explainGroup(rest, { rest: true })))),
	});
}
