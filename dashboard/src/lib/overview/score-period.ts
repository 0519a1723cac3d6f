/** Days that the scores may cover, as in the URL. */
export const scorePeriods = ['7', '30', '90'] as const;

export type ScorePeriod = (typeof scorePeriods)[number];

/** Period of a URL that names none. */
export const usualPeriod: ScorePeriod = '30';

export function readScorePeriod(query: Pick<URLSearchParams, 'get'>): ScorePeriod {
	const given = query.get('days');
	return scorePeriods.find((days) => days === given) ?? usualPeriod;
}
