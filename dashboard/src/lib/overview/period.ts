/** Days that the overview may cover, as in the URL. */
export const periods = ['7', '30', '90'] as const;

export type Period = (typeof periods)[number];

/** Period of a URL that names none. */
export const usualPeriod: Period = '30';

export function readPeriod(query: Pick<URLSearchParams, 'get'>): Period {
	const given = query.get('days');
	return periods.find((days) => days === given) ?? usualPeriod;
}
