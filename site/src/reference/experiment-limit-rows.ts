/** Limits of experiments. */
export const experimentLimitRows = [
	{
		path: 'experiment.variants.least',
		label: 'Fewest variants of an experiment',
		unit: 'variants',
	},
	{ path: 'experiment.variants.most', label: 'Most variants of an experiment', unit: 'variants' },
	{
		path: 'experiment.key',
		label: 'Length of the key of an experiment or a variant',
		unit: 'characters',
	},
	{ path: 'experiment.weight', label: 'Highest weight of a variant', unit: '' },
	{
		path: 'experiment.paceDays',
		label: 'Last days whose answers set the pace of an experiment',
		unit: 'days',
	},
	{
		path: 'experiment.waitDays',
		label: 'Longest wait that the result of an experiment suggests',
		unit: 'days',
	},
];
