import type { ExplainedFigure } from './explained-figure.ts';

/**
 * Narrows the query of the dashboard's list of responses to what a figure counts.
 *
 * @example
 * String(narrowList(new URLSearchParams({ prompt }), { final: true })); // 'prompt=…&state=final'
 */
export function narrowList(
	query: URLSearchParams,
	{ final, figure, since, until }: ExplainedFigure['filter'],
): URLSearchParams {
	const narrowed = new URLSearchParams(query);
	if (final) narrowed.set('state', 'final');
	if (figure !== undefined) narrowed.set('figure', JSON.stringify(figure));
	if (since !== undefined || until !== undefined) {
		if (narrowed.get('period') !== 'custom') {
			narrowed.delete('from');
			narrowed.delete('to');
		}
		narrowed.set('period', 'custom');
		if (since !== undefined) narrowed.set('from', since);
		if (until !== undefined) narrowed.set('to', until);
	}
	return narrowed;
}
