/** Saved filters of results. */
export const filterLimitRows = [
	{ path: 'results.filters', label: 'Saved filters of one prompt', unit: 'filters' },
	{ path: 'results.filterName', label: 'Length of the name of a filter', unit: 'characters' },
	{ path: 'results.filterDays', label: 'Longest period that moves along', unit: 'days' },
];

/** Groups of results. */
export const groupLimitRows = [
	{ path: 'results.rateGroups', label: 'Groups whose response rates are listed', unit: 'groups' },
	{
		path: 'results.rowsByGroup',
		label:
			'Newest displays counted by group, and newest responses of people who answered more than once',
		unit: 'displays or responses',
	},
	{
		path: 'results.repeatLeast',
		label: 'Fewest people whose first and latest scores are compared',
		unit: 'people',
	},
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
	{ path: 'results.sharedThemes', label: 'Tags that a link shows', unit: 'tags' },
	{ path: 'results.sharedQuotes', label: 'Quotes of one tag that a link shows', unit: 'texts' },
	{ path: 'results.sharedTexts', label: 'Texts of one question that a link shows', unit: 'texts' },
];
