/** Pictures that visitors send. */
export const screenshotLimitRows = [
	{ path: 'screenshot.bytes', label: 'Size of a picture', unit: 'bytes' },
	{ path: 'screenshot.side', label: 'Width and height of a picture', unit: 'pixels' },
	{
		path: 'screenshot.requestBytes',
		label: 'Size of the request around the picture',
		unit: 'bytes',
	},
	{ path: 'screenshot.perDisplay', label: 'Pictures of one display', unit: 'pictures' },
	{
		path: 'screenshot.perSiteDay',
		label: 'Pictures that one site receives within 24 hours',
		unit: 'pictures',
	},
	{
		path: 'screenshot.rate.perSecond',
		label: 'Sustained pictures of one network address',
		unit: 'a second',
	},
	{
		path: 'screenshot.rate.burst',
		label: 'Pictures of one network address in a burst',
		unit: 'pictures',
	},
	{
		path: 'screenshot.atOnce',
		label: 'Simultaneous uploads to one instance of the service',
		unit: 'uploads',
	},
	{
		path: 'screenshot.unansweredHours',
		label: 'How long a picture is kept that no answer contains',
		unit: 'hours',
	},
];
