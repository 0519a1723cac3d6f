/** Limits on a backend's reports. */
export const backendLimitRows = [
	{ path: 'backend.keys', label: 'Active site keys of one site', unit: 'keys' },
	{ path: 'backend.keyName', label: 'Length of the name of a site key', unit: 'characters' },
	{ path: 'backend.batch', label: 'Events in one request, and as many identifies', unit: 'items' },
	{ path: 'backend.bytes', label: 'Size of a request', unit: 'bytes' },
	{ path: 'backend.body.values', label: 'Values in a request', unit: 'values' },
	{ path: 'backend.body.keys', label: 'Keys in a request, of all objects together', unit: 'keys' },
	{
		path: 'backend.rate.perSecond',
		label: 'Events and identifies with one site key, sustained, per instance',
		unit: 'per second',
	},
	{
		path: 'backend.rate.burst',
		label: 'Events and identifies with one site key, in a burst',
		unit: 'items',
	},
	{
		path: 'backend.failures.perSecond',
		label: 'Requests of one address without a valid site key, sustained, per instance',
		unit: 'per second',
	},
	{
		path: 'backend.failures.burst',
		label: 'Requests of one address without a valid site key, in a burst',
		unit: 'requests',
	},
	{
		path: 'backend.againMinutes',
		label: 'Time until a prompt whose display was released waits for the account again',
		unit: 'minutes',
	},
	{
		path: 'backend.pollSeconds',
		label: 'Time after which an idle page asks for a prompt that waits for its account',
		unit: 'seconds',
	},
];

/** Limits on how far a trigger looks back and forward, and on how long a prompt waits for a person. */
export const waitingLimitRows = [
	{
		path: 'prompt.waitHoursDefault',
		label: 'How long a prompt waits for a person, by default',
		unit: 'hours',
	},
	{ path: 'prompt.waitHours', label: 'How long a prompt waits for a person', unit: 'hours' },
	{ path: 'prompt.repetitions', label: 'Most events that a trigger may ask for', unit: 'events' },
	{
		path: 'prompt.repeatedMinutes',
		label: 'Longest time in which a trigger counts events',
		unit: 'minutes',
	},
	{
		path: 'prompt.repeatedSample',
		label: 'Newest other events of a person that a trigger examines to count events',
		unit: 'events',
	},
	{
		path: 'prompt.unlessMinutes',
		label: 'Longest time in which another event must not follow',
		unit: 'minutes',
	},
];
