import { explainRates } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

import type { Suggestion } from '#lib/text/suggestion.ts';

import { minAnswers } from './figures.ts';
import { formatNumber } from '#lib/text/format-number.ts';
import { formatPercent } from '#lib/text/format-percent.ts';

type Rates = RouteOutput<'getResponseRates'>;
type Rated = Pick<Rates, 'displays' | 'responses' | 'response_rate'>;

/** Default division of the displays, unless the URL names another. */
export const usualDivision = 'device';

const divisions = [
	{ value: usualDivision, label: 'By device' },
	{ value: 'path', label: 'By page' },
	{ value: 'hour', label: 'By hour of the day' },
	{ value: 'audience', label: 'By saved audience' },
];

/** Lists the possible divisions of the displays, including the observed traits and the chosen division. */
export function listDivisions(traits: readonly Suggestion[], chosen: string) {
	const keys = traits.map(({ text }) => `trait:${text.slice(0, text.indexOf(':'))}`);
	const known = new Set([...keys, ...(chosen.startsWith('trait:') ? [chosen] : [])]);
	return [
		...divisions,
		...[...known]
			.sort()
			.map((value) => ({ value, label: `By ${value.slice('trait:'.length)}`, group: 'Traits' })),
	];
}

/** Reads the division from the URL; returns the default if the URL has no valid division. */
export function readDivision(query: Pick<URLSearchParams, 'get'>): string {
	const given = query.get('rate') ?? '';
	const isKnown = divisions.some(({ value }) => value === given) || /^trait:./.test(given);
	return isKnown ? given : usualDivision;
}

/** The groups as rows of a table with bars. Each count is explained. */
export function listRateRows(rates: Omit<Rates, 'left_out'>, by: string) {
	const { groups, rest } = rates;
	const figures = new Map(explainRates(rates, by).map((one) => [one.figure, one]));
	return [
		...groups.map((group, at) => ({
			key: `group ${group.key ?? ''}`,
			label: group.name ?? nameGroup(group.key, by),
			figure: figures.get(`groups.${at}.responses`),
			...describeRate(group),
		})),
		...(rest
			? [
					{
						key: 'rest',
						label: `${formatNumber(rest.groups)} more ${rest.groups === 1 ? 'group' : 'groups'}`,
						figure: figures.get('rest.responses'),
						...describeRate(rest),
					},
				]
			: []),
	];
}

/**
 * The name of a group.
 *
 * @example
 * nameGroup('9', 'hour'); // '09:00 to 10:00'
 */
function nameGroup(key: string | null, by: string): string {
	if (key === null) return by.startsWith('trait:') ? 'Without this trait' : 'Unknown';
	if (by !== 'hour') return key;
	const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
	return `${clock(Number(key))} to ${clock(Number(key) + 1)}`;
}

function describeRate({ displays, responses, response_rate: rate }: Rated) {
	const row = {
		count: responses,
		all: displays,
		note: `of ${formatNumber(displays)} ${displays === 1 ? 'display' : 'displays'}`,
	};
	if (!rate || displays < minAnswers) return { ...row, share: '–' };
	return { ...row, interval: `${formatPercent(rate.low)} to ${formatPercent(rate.high)}` };
}
