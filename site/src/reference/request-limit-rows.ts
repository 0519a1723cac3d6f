/** Limits on requests of the SDK. */
export const requestLimitRows = [
	{ path: 'request.bytes', label: 'Size of a request body', unit: 'bytes' },
	...bodyLimitRows('request'),
	{
		path: 'request.deadline',
		label: 'Time until the service stops waiting for its database',
		unit: 'milliseconds',
	},
	{ path: 'request.underway', label: 'Requests of a page at once', unit: 'requests' },
	{
		path: 'request.decisions',
		label: 'Events at once for which a decision is made; others are only recorded',
		unit: 'events',
	},
	{
		path: 'request.timeout',
		label: 'Time until the SDK settles an unanswered call',
		unit: 'milliseconds',
	},
];

/** Limits on requests without a sign-in. */
export const openLimitRows = [
	{ path: 'open.atOnce', label: 'Requests of one network address at once', unit: 'requests' },
	{
		path: 'open.bytes.perSecond',
		label: 'Bodies from one network address, sustained',
		unit: 'bytes a second',
	},
	{ path: 'open.bytes.burst', label: '… in a burst', unit: 'bytes' },
	{ path: 'open.leastBytes', label: '… for which each request counts at least', unit: 'bytes' },
	{
		path: 'open.time.perSecond',
		label: 'Work for one network address, sustained',
		unit: 'milliseconds a second',
	},
	{ path: 'open.time.burst', label: '… in a burst', unit: 'milliseconds' },
	{ path: 'open.deadline', label: 'Time after which the work is stopped', unit: 'milliseconds' },
];

/** Limits on reads of a replica. */
export const replicaLimitRows = [
	{
		path: 'replica.waitMs',
		label: 'Time that a read waits for a replica that is behind, before the primary answers',
		unit: 'milliseconds',
	},
	{
		path: 'replica.pauseSeconds',
		label: 'Time for which the primary answers all reads after that',
		unit: 'seconds',
	},
];

/** Limits of an instance of several databases. */
export const cellLimitRows = [
	{
		path: 'cells.lagSeconds',
		label: 'Time that a cell may be behind home; beyond that, management there is unavailable',
		unit: 'seconds',
	},
	{ path: 'cells.beatMs', label: 'Time between two heartbeats of home', unit: 'milliseconds' },
	{
		path: 'cells.lookUpMs',
		label: 'Time that a database may take to look up where a site is',
		unit: 'milliseconds',
	},
	{
		path: 'cells.pauseSeconds',
		label: 'Time for which cells look that up after home was down',
		unit: 'seconds',
	},
];

/** Limits of the JSON in a body. */
export function bodyLimitRows(of: 'request' | 'management') {
	return [
		{ path: `${of}.depth`, label: 'Levels of nesting in a request body', unit: 'levels' },
		{ path: `${of}.values`, label: 'Values in a request body', unit: 'values' },
		{ path: `${of}.keys`, label: 'Keys in a request body, of all objects together', unit: 'keys' },
	];
}
