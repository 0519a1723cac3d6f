/**
 * The origins from which pages may call the identity service: the dashboard's, and for `localhost` and `127.0.0.1` also
 * the origin with the other name.
 */
export function listOrigins(dashboardUrl: string): string[] {
	const { origin, hostname } = new URL(dashboardUrl);
	if (hostname === '127.0.0.1') return [origin, origin.replace('127.0.0.1', 'localhost')];
	if (hostname === 'localhost') return [origin, origin.replace('localhost', '127.0.0.1')];
	return [origin];
}
