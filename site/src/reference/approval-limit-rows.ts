/** Limits of approvals, and of what a person confirms. */
export const approvalLimitRows = [
	{ path: 'approval.requestHours', label: 'Time a request waits for a person', unit: 'hours' },
	{
		path: 'approval.reminderHours',
		label: 'Time before its end at which a waiting request is repeated',
		unit: 'hours',
	},
	{
		path: 'approval.openOfConnection',
		label: 'Requests of one connection that wait at the same time',
		unit: 'requests',
	},
	{
		path: 'approval.open',
		label: 'Requests that wait for one person at the same time',
		unit: 'requests',
	},
	{ path: 'approval.perDay', label: 'Requests to one person within 24 hours', unit: 'requests' },
	{ path: 'approval.reason', label: 'Length of the reason for a denial', unit: 'characters' },
	{ path: 'approval.hours', label: 'Longest time something is approved for', unit: 'hours' },
	{ path: 'approval.pipelineDays', label: 'Longest life of a CI token', unit: 'days' },
	{
		path: 'approval.signInMinutes',
		label: 'Time for which a sign-in counts as recent',
		unit: 'minutes',
	},
	{ path: 'approval.presenceSeconds', label: 'Time to confirm with a passkey', unit: 'seconds' },
	{ path: 'approval.presences', label: 'Passkey requests in 10 minutes', unit: 'requests' },
	{ path: 'passkey.perPerson', label: 'Passkeys of one person', unit: 'passkeys' },
	{ path: 'passkey.name', label: 'Length of a passkey’s name', unit: 'characters' },
	{
		path: 'passkey.registrationMinutes',
		label: 'Time to create a passkey and confirm it',
		unit: 'minutes',
	},
	{
		path: 'passkey.registrations',
		label: 'Passkeys that one person begins to add in that time',
		unit: 'passkeys',
	},
	{ path: 'passkey.credential', label: 'Length of each part of a new passkey', unit: 'characters' },
	{ path: 'push.devices', label: 'Browsers that notify one person', unit: 'browsers' },
	{ path: 'push.endpoint', label: 'Length of a push service’s URL', unit: 'characters' },
	{
		path: 'condition.days',
		label: 'Longest time a standing grant with conditions lasts',
		unit: 'days',
	},
	{ path: 'condition.prompts', label: 'Prompts in one condition', unit: 'prompts' },
	{ path: 'condition.uses', label: 'Uses of a grant with conditions', unit: 'uses' },
	{ path: 'condition.people', label: 'People in a condition on the forecast', unit: 'people' },
	{
		path: 'condition.forecastMinutes',
		label: 'Time for which the forecast of a revision counts',
		unit: 'minutes',
	},
	{
		path: 'condition.forecastSeconds',
		label: 'Time that one call calculates such a forecast',
		unit: 'seconds',
	},
];
