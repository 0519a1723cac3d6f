import { displayFigures } from '@feedback/contract';
import type { DisplayFigure, ExplainedFigure } from '@feedback/contract';

import { isInstant } from './response-filter.ts';

/** Displays that one figure counts, within the filter of the results. */
export type CountedDisplays = {
	figure: DisplayFigure;
	/** Instants. */
	since?: string;
	until?: string;
};

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

/** Reads the figure whose displays the URL lists, without anything else; undefined without one. */
export function readDisplays(query: Pick<URLSearchParams, 'get'>): CountedDisplays | undefined {
	const given = parseObject(query.get('displays') ?? '');
	const figure = displayFigures.find((known) => known === given['figure']);
	if (figure === undefined) return undefined;
	const { since, until } = given;
	return { figure, ...(isInstant(since) && { since }), ...(isInstant(until) && { until }) };
}

function parseObject(json: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}
