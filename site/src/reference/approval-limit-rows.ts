/** Limits of approvals, and of what a person confirms. */
export const approvalLimitRows = [
	{ path: 'approval.requestHours', label: 'Time a request waits for a person', unit: 'hours' },
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
];
