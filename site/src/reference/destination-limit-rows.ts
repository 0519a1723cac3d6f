/** The limits of destinations. */
export const destinationLimitRows = [
	{ path: 'destination.perSite', label: 'Destinations of one site', unit: 'destinations' },
	{ path: 'destination.prompts', label: 'Prompts that one destination lists', unit: 'prompts' },
	{ path: 'destination.url', label: 'Length of a URL', unit: 'characters' },
	{ path: 'destination.token', label: 'Length of a tracker’s token', unit: 'characters' },
	{ path: 'destination.labels', label: 'Labels of each new issue', unit: 'labels' },
	{
		path: 'destination.recipients',
		label: 'Addresses of one e-mail destination',
		unit: 'addresses',
	},
	{ path: 'destination.address', label: 'Length of an e-mail address', unit: 'characters' },
	{ path: 'destination.confirmationDays', label: 'Time to confirm an address', unit: 'days' },
	{ path: 'destination.confirmationHours', label: 'Time until another e-mail', unit: 'hours' },
	{ path: 'destination.confirmations', label: 'Confirmation e-mails of a site', unit: 'a day' },
	{ path: 'destination.confirmationsToAddress', label: 'Those to one address', unit: 'a day' },
	{
		path: 'destination.rotationDays',
		label: 'Longest time for which two secrets sign',
		unit: 'days',
	},
	{
		path: 'destination.slackMinutes',
		label: 'Time to choose a channel in Slack, and then to save it',
		unit: 'minutes',
	},
	{
		path: 'destination.requestHours',
		label: 'Time for which a request for a destination stays open',
		unit: 'hours',
	},
];

/** The limits on sending messages to destinations. */
export const deliveryLimitRows = [
	{
		path: 'delivery.sentResponses',
		label: 'Responses in a message that a member sends',
		unit: 'responses',
	},
	{ path: 'delivery.sentPerHour', label: 'Such messages of one destination', unit: 'an hour' },
	{ path: 'delivery.sentTitle', label: 'Length of their heading', unit: 'characters' },
	{ path: 'delivery.sentNote', label: 'Length of the note in them', unit: 'characters' },
	{ path: 'delivery.sentQuery', label: 'Length of the filter in their link', unit: 'characters' },
	{ path: 'delivery.issueTitle', label: 'Length of an issue’s title', unit: 'characters' },
	{ path: 'delivery.issueAnswers', label: 'Length of the answers in an issue', unit: 'characters' },
	{ path: 'delivery.listedIssues', label: 'Issues that one request lists', unit: 'issues' },
	{
		path: 'delivery.timeoutSeconds',
		label: 'Time within which a receiver answers',
		unit: 'seconds',
	},
	{ path: 'delivery.responseBytes', label: 'Part of its answer that is read', unit: 'bytes' },
	{ path: 'delivery.firstRetrySeconds', label: 'Delay before the first retry', unit: 'seconds' },
	{
		path: 'delivery.longestRetryHours',
		label: 'Longest delay between two attempts',
		unit: 'hours',
	},
	{ path: 'delivery.days', label: 'Time for which a delivery is retried', unit: 'days' },
	{
		path: 'delivery.retryAfterHours',
		label: 'Longest Retry-After that is honoured',
		unit: 'hours',
	},
	{
		path: 'delivery.concurrent',
		label: 'Deliveries to one destination at the same time',
		unit: 'deliveries',
	},
	{
		path: 'delivery.concurrentWhileFailing',
		label: 'The same while the destination fails',
		unit: 'deliveries',
	},
	{
		path: 'delivery.leaseSeconds',
		label: 'Time after which another worker takes over',
		unit: 'seconds',
	},
	{
		path: 'delivery.collectSeconds',
		label: 'Time for which changes of a response are collected',
		unit: 'seconds',
	},
	{
		path: 'delivery.quietMinutes',
		label: 'Time without a change after which a response is closed',
		unit: 'minutes',
	},
	{
		path: 'delivery.retentionDays',
		label: 'Retention of messages, deliveries and attempts',
		unit: 'days',
	},
	{
		path: 'delivery.redelivered',
		label: 'Deliveries that one request sends again',
		unit: 'deliveries',
	},
	{ path: 'delivery.error', label: 'Length of a stored error', unit: 'characters' },
];
