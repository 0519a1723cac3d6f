import { Counter, Histogram, type Registry } from 'prom-client';

import type { Observe } from '../gateway/observe-requests.ts';
import { placeOf } from './place.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Seconds. Most events take a few milliseconds; the SDK gives up after five seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts and times the requests of the gateway. */
export function measureRequests(registry: Registry): Observe {
	const registers = [registry];
	const requests = new Counter({
		name: 'feedback_http_requests_total',
		help: 'Requests that the gateway answered, by the part that answers them, its route, method and status. 499: the client disconnected.',
		labelNames: ['part', 'route', 'method', 'status'] as const,
		registers,
	});
	const duration = new Histogram({
		name: 'feedback_http_request_duration_seconds',
		help: 'Time from the first byte of a request to the last of its answer.',
		labelNames: ['part', 'route'] as const,
		buckets,
		registers,
	});
	return ({ method, path, status, seconds }) => {
		const place = placeOf(path);
		requests.inc({ ...place, method: methods.has(method) ? method : 'other', status });
		duration.observe(place, seconds);
	};
}
