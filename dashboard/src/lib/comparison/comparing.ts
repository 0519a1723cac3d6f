/** The comparison, as in the URL. */
export type Comparing = {
	by: '' | 'trait' | 'period' | 'revision' | 'variant';
	/** A trait, a number of days, the number of a revision, or the key of a variant. */
	one: string;
	other: string;
};

export const comparedBy: Record<Comparing['by'], string> = {
	'': 'No comparison',
	trait: 'Compare segments',
	period: 'Compare periods',
	revision: 'Compare revisions',
	variant: 'Compare variants',
};

export const comparedDays = ['7', '30', '90'] as const;

/** Reads the comparison from the URL. */
export function readComparing(query: Pick<URLSearchParams, 'get'>): Comparing {
	const text = (key: string) => query.get(key)?.trim() ?? '';
	const by = (Object.keys(comparedBy) as Comparing['by'][]).find((one) => one === text('compare'));
	return { by: by ?? '', one: text('one'), other: text('other') };
}
