export const audienceLimitRows = [
	{
		path: 'audience.perSite',
		label: 'Audiences of one site that are not archived',
		unit: 'audiences',
	},
	{ path: 'audience.name', label: 'Length of the name of an audience', unit: 'characters' },
	{
		path: 'audience.listedVersions',
		label: 'Newest versions listed with an audience',
		unit: 'versions',
	},
];
