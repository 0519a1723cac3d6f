import {
	dayInZone,
	dayStart,
	isDate,
	isDay,
	limits,
	periodEnd,
	periodStart,
	shiftDay,
	variantKeyPattern,
} from '@feedback/contract';
import type { RouteInput } from '@feedback/contract';

import { isUuid } from '#lib/text/id-patterns.ts';

export type ResponseQuery = Omit<RouteInput<'exportResponses'>, 'site'>;

/** Conditions of a filter on each response, with values as they were at the display. */
export type ResponsePart = Pick<
	ResponseFilter,
	'traits' | 'account' | 'variant' | 'revision' | 'condition'
>;

/** The filter of responses, as in the URL; empty strings match everything. */
export type ResponseFilter = {
	search: string;
	/** UUID. */
	prompt: string;
	state: '' | 'final' | 'partial';
	/** `7`, `30` or `90` days back, or `custom` with days of the site's time zone, or with instants. */
	period: '' | '7' | '30' | '90' | 'custom';
	from: string;
	to: string;
	/** Each `key:value`. */
	traits: string[];
	account: string;
	/** Key of a variant; prompts may share it. */
	variant: string;
	/** Number of a revision. */
	revision: string;
	/** JSON of a condition on answers, traits and the page. */
	condition: string;
	/** JSON of a figure of results whose responses are listed. */
	figure: string;
};

export const periods: Record<ResponseFilter['period'], string> = {
	'': 'All time',
	7: 'Last 7 days',
	30: 'Last 30 days',
	90: 'Last 90 days',
	custom: 'Custom range',
};

/** Whether a value is a time with its offset. */
export const isInstant = (value: unknown): value is string =>
	typeof value === 'string' && isDate(value) && /T.*(Z|[+-]\d\d:\d\d)$/.test(value);
const isDayOrInstant = (text: string) => isDay(text) || isInstant(text);
const oneOf = <Value extends string>(text: string | null, values: readonly Value[]): Value | '' =>
	values.find((value) => value === text) ?? '';

export function readResponseFilter(query: Pick<URLSearchParams, 'get' | 'getAll'>): ResponseFilter {
	const text = (key: string) => query.get(key)?.trim() ?? '';
	return {
		search: text('search').slice(0, 200),
		prompt: isUuid(text('prompt')) ? text('prompt') : '',
		state: oneOf(query.get('state'), ['final', 'partial']),
		period: oneOf(query.get('period'), ['7', '30', '90', 'custom']),
		from: isDayOrInstant(text('from')) ? text('from') : '',
		to: isDayOrInstant(text('to')) ? text('to') : '',
		traits: query.getAll('trait').filter(isTrait).slice(0, limits.segments),
		account: text('account').slice(0, limits.account.id),
		variant: variantKeyPattern.test(text('variant')) ? text('variant') : '',
		revision: /^[1-9]\d{0,5}$/.test(text('revision')) ? text('revision') : '',
		condition: isObject(text('condition')) ? text('condition') : '',
		figure: isObject(text('figure')) ? text('figure') : '',
	};
}

function isObject(json: string): boolean {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === 'object' && value !== null;
	} catch {
		return false;
	}
}

/** Whether the text is a trait and its value, such as `plan:pro`. */
export function isTrait(text: string): boolean {
	return /^[^:]+:/.test(text) && text.length <= limits.values.key + 1 + limits.values.string;
}

/** Converts the filter to a query, with days in the site's time zone. */
export function toResponseQuery(
	filter: ResponseFilter,
	{ timeZone, now }: { timeZone: string; now: number },
): ResponseQuery {
	const { search, prompt, state, account, traits, variant, revision, condition, figure } = filter;
	return {
		...(search && { search }),
		...(prompt && { prompt }),
		...(state && { final: state === 'final' }),
		...(account && { account }),
		...(variant && { variant }),
		...(revision && { revision: Number(revision) }),
		...(condition && { condition }),
		...(figure && { figure }),
		...(traits.length > 0 && { trait: traits }),
		...readPeriod(filter, timeZone, now),
	};
}

function readPeriod(
	{ period, from, to }: ResponseFilter,
	timeZone: string,
	now: number,
): Pick<ResponseQuery, 'since' | 'until'> {
	if (period === 'custom') {
		return {
			...(from && { since: periodStart(from, timeZone) }),
			...(to && { until: periodEnd(to, timeZone) }),
		};
	}
	if (period === '') return {};
	return { since: dayStart(shiftDay(dayInZone(timeZone, now), 1 - Number(period)), timeZone) };
}

/** The number of active filters on each response. */
export function countPart({ traits, account, variant, revision, condition }: ResponsePart): number {
	return traits.length + [account, variant, revision, condition].filter(Boolean).length;
}

/** The number of active filters. */
export function countActiveFilters(filter: ResponseFilter): number {
	const { search, prompt, state, period, traits, account, variant, revision, condition, figure } =
		filter;
	return [
		search,
		prompt,
		state,
		period,
		account,
		variant,
		revision,
		condition,
		figure,
		traits.join(),
	].filter(Boolean).length;
}
