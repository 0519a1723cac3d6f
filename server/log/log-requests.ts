import type { Observe } from '../gateway/observe-requests.ts';
import type { Log } from './log.ts';

/** Logs each request of the gateway: the server's own failures as warnings, all other requests for debugging. */
export function logRequests(log: Log): Observe {
	return ({ method, path, status, seconds, requestId }) => {
		// Readiness probes are frequent, and report the result themselves.
		const failed = status >= 500 && path !== '/readyz';
		// The text is the same for each failure of a function, so that repeats can be counted. Paths below the
		// function contain IDs.
		const [, ...segments] = path.split('/');
		const place = segments[0] === 'functions' ? segments.slice(0, 3) : segments.slice(0, 1);
		log(`${method} /${place.join('/')} was answered with ${status}`, failed ? 'warn' : 'debug', {
			request_id: requestId,
			seconds: Math.round(seconds * 1e6) / 1e6,
		});
	};
}
