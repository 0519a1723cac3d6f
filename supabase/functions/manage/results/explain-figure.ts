import { describeFigure, explainSummary, ServiceError, type RouteOutput } from '@feedback/contract';

import { checkFilter } from '../filters/check-filter.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { summarize } from './summarize.ts';

type Explained = RouteOutput<'explainFigure'>;

export const explainFigure: Operation<'explainFigure'> = {
	access: 'reads and keeps',
	async run({ tx, service }, { figure, ...input }): Promise<Explained> {
		const now = service.clock();
		const scope = await useSavedFilter(tx, input, now);
		const { site, prompt, since: _, until: __, ...segment } = scope;
		await checkFilter(tx, site, scope);
		const [[zone], summary] = await Promise.all([
			tx<{ name: string }[]>`select app.site_time_zone(${site}) as name`,
			summarize(tx, scope, now),
		]);
		const figures = explainSummary(summary, scope, zone!.name);
		const found = figures.find((one) => one.figure === figure);
		if (!found) {
			throw new ServiceError('invalid_request', {
				field: 'figure',
				message: `figure names "${figure}", which the summary does not have`,
				hint: 'Write the path of a figure in the summary, such as responses or questions.0.counts.9.',
			});
		}
		const { filter, of, count, share_of } = found;
		const asked = filter.figure;
		const title = summary.questions.find(
			({ id }) => typeof asked === 'object' && id === asked.question,
		)?.title;
		const query = writeQuery({
			prompt,
			since: scope.since,
			until: scope.until,
			...segment,
			...filter,
		});
		return {
			counted: summary.counted,
			figure,
			sentence: describeFigure(filter, title),
			of,
			count,
			share_of,
			filter: query,
			request: `/sites/${site}/${of}?${toParameters(query)}`,
		};
	},
};

/** The values of a query as the route reads them: objects as JSON. */
function writeQuery(values: Record<string, unknown>): Explained['filter'] {
	return Object.fromEntries(
		Object.entries(values).flatMap(([key, value]): [string, string | string[]][] => {
			if (value === undefined) return [];
			if (Array.isArray(value)) return value.length > 0 ? [[key, value.map(String)]] : [];
			return [[key, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
		}),
	);
}

function toParameters(query: Explained['filter']): string {
	return new URLSearchParams(
		Object.entries(query).flatMap(([key, values]) =>
			[values].flat().map((value) => [key, value] satisfies [string, string]),
		),
	).toString();
}
