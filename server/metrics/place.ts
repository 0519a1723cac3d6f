// Closed lists, because labels that callers choose would create a series for each value.
const functions = new Set(['sdk', 'events', 'manage', 'mcp', 'oauth', 'screenshots']);
const sdkRoutes = new Set([
	'events',
	'identify',
	'reset',
	'show',
	'claim',
	'preview',
	'display',
	'answer',
	'feedback.js',
]);

/** The part that handles a request, and the route of the `sdk` function; empty for other parts. */
export type Place = { part: string; route: string };

/** @param path path of the URL, without the query */
export function placeOf(path: string): Place {
	const [, first = '', second = '', name = '', route = ''] = path.split('/', 5);
	if (first === 'auth') return { part: 'auth', route: '' };
	if (first !== 'functions' || second !== 'v1') return { part: 'gateway', route: '' };
	if (!functions.has(name)) return { part: 'unknown', route: '' };
	return { part: name, route: name === 'sdk' && sdkRoutes.has(route) ? route : '' };
}
