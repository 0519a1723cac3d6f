import type { Plugin } from 'vite';

/** Path prefixes of a service. */
const paths = ['/auth', '/functions/v1', '/local'];

/**
 * In development, serves a running service on the dashboard's own origin, so that the service need not know that origin:
 * the service at `FEEDBACK_API_URL`, by default that of `npm start`.
 */
export function proxyService(
	apiUrl = process.env['FEEDBACK_API_URL'] ?? 'http://127.0.0.1:54321/functions/v1',
): Plugin {
	const { origin } = new URL(apiUrl);
	const target = { target: origin, changeOrigin: true, headers: { origin } };
	return {
		name: 'proxy-service',
		config: () => ({ server: { proxy: Object.fromEntries(paths.map((path) => [path, target])) } }),
		configureServer({ middlewares }) {
			middlewares.use('/config.json', ({ headers }, response) => {
				const own = `http://${headers.host}`;
				const config = {
					apiUrl: `${own}/functions/v1`,
					auth: 'feedback',
					authUrl: `${own}/auth`,
					local: true,
				};
				response.setHeader('content-type', 'application/json').end(JSON.stringify(config));
			});
		},
	};
}
