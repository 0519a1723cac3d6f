import { displayFigures } from '@feedback/contract';
import type { ExplainedFigure } from '@feedback/contract';

/**
 * The URL of the list of responses that a figure counts.
 *
 * @param responses URL of the list with the filter of the results
 * @example
 * linkFigure('/responses?prompt=…', { final: true }); // '/responses?prompt=…&state=final'
 */
export function linkFigure(
	responses: string,
	{ final, figure, since, until }: ExplainedFigure['filter'],
): string {
	const [path, search] = responses.split('?');
	const query = new URLSearchParams(search);
	if (final) query.set('state', 'final');
	if (figure !== undefined) query.set('figure', JSON.stringify(figure));
	if (since !== undefined || until !== undefined) {
		query.set('period', 'custom');
		query.delete('from');
		query.delete('to');
		if (since !== undefined) query.set('from', since);
		if (until !== undefined) query.set('to', until);
	}
	return `${path}?${query}`;
}

/**
 * The URL that lists the displays that a figure counts, on the page of results.
 *
 * @param results URL of the page, with its filter
 */
export function linkDisplays(
	results: Pick<URL, 'pathname'> & { searchParams: { toString(): string } },
	filter: ExplainedFigure['filter'],
): string {
	const query = new URLSearchParams(results.searchParams.toString());
	query.set('displays', JSON.stringify(filter));
	return `${results.pathname}?${query}`;
}

/** Reads the figure whose displays the URL lists; undefined without one. */
export function readDisplays(
	query: Pick<URLSearchParams, 'get'>,
): ExplainedFigure['filter'] | undefined {
	try {
		const filter: unknown = JSON.parse(query.get('displays') ?? '');
		const isFigure = typeof filter === 'object' && filter !== null && 'figure' in filter;
		return isFigure && displayFigures.some((figure) => figure === filter.figure)
			? (filter as ExplainedFigure['filter'])
			: undefined;
	} catch {
		return undefined;
	}
}
