import { ServiceError } from '@feedback/contract';

import { findAddress } from '../_shared/http/address.ts';
import { RetryLater } from '../_shared/http/reply.ts';
import type { Service } from './service.ts';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Throws unless the request may be processed at all. A page whose host name was pointed at this machine is refused
 * because of its `Host`, any other page because of its `Origin`; programs send no origin.
 */
export function admit({ manage, buckets }: Service, request: Request): void {
	const { headers } = request;
	if (isLoopback(manage.apiUrl) && !loopback.test(nameOf(headers.get('host') ?? ''))) {
		throw new ServiceError('origin_not_allowed', {
			message: 'This address answers under the names of this machine only.',
		});
	}
	const origin = headers.get('origin');
	if (origin !== null && !isKnownOrigin(manage, origin)) {
		throw new ServiceError('origin_not_allowed', {
			message: 'Pages of this origin may not use the MCP server.',
		});
	}
	const address = findAddress(headers, undefined, manage.trustedProxies) ?? 'unknown';
	const seconds = buckets.take(address, manage.clock());
	if (seconds > 0) throw new RetryLater(seconds);
}

/** Whether a page of this origin may call: the dashboard's, the service's own, and those of this machine. */
export function isKnownOrigin(manage: Service['manage'], origin: string): boolean {
	if (manage.origins.includes(origin) || origin === new URL(manage.apiUrl).origin) return true;
	return URL.canParse(origin) && loopback.test(new URL(origin).hostname);
}

function isLoopback(url: string): boolean {
	return loopback.test(new URL(url).hostname);
}

function nameOf(host: string): string {
	return host.replace(/:\d+$/, '').toLowerCase();
}
