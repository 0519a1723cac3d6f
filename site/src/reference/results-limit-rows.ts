/** Saved filters of results. */
export const filterLimitRows = [
	{ path: 'results.filters', label: 'Saved filters of one prompt', unit: 'filters' },
	{ path: 'results.filterName', label: 'Length of the name of a filter', unit: 'characters' },
	{ path: 'results.filterDays', label: 'Longest period that moves along', unit: 'days' },
];

/** Links that share results. */
export const resultLinkLimitRows = [
	{ path: 'results.links', label: 'Live links to the results of one prompt', unit: 'links' },
	{ path: 'results.linkDays', label: 'Longest life of a link', unit: 'days' },
	{ path: 'results.linkDaysDefault', label: 'Life of a link without another choice', unit: 'days' },
	{
		path: 'results.sharedLeast',
		label: 'Fewest answers of a group that a link shows',
		unit: 'answers',
	},
	{
		path: 'results.sharedTexts',
		label: 'Texts of one question that a link shows',
		unit: 'texts',
	},
];
