import { displayFigures, narrowList } from '@feedback/contract';
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
export function linkFigure(responses: string, filter: ExplainedFigure['filter']): string {
	const [path, search] = responses.split('?');
	return `${path}?${narrowList(new URLSearchParams(search), filter)}`;
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
	const figure = readFigure(given['figure']);
	if (figure === undefined) return undefined;
	const { since, until } = given;
	return { figure, ...(isInstant(since) && { since }), ...(isInstant(until) && { until }) };
}

function readFigure(given: unknown): DisplayFigure | undefined {
	if (typeof given !== 'object' || given === null)
		return displayFigures.find((known) => known === given);
	const { by, group, rest, answered } = given as Partial<Record<string, unknown>>;
	const isGroup = typeof group === 'string' || group === null;
	if (typeof by !== 'string' || isGroup === (rest === true)) return undefined;
	// The service checks the division and the length.
	return {
		by,
		...(isGroup ? { group } : { rest: true }),
		...(answered === true && { answered }),
	} as DisplayFigure;
}

function parseObject(json: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}
