import { ServiceError } from '@feedback/contract';

import { isUntrusted } from '../_shared/outage.ts';

/** A request over the site's own rate limit: nothing was kept. */
export class SiteThrottled extends ServiceError {
	/** Seconds until the next request may succeed. */
	readonly retryAfter: number;

	constructor(retryAfter: number) {
		super('rate_limited', { message: 'The site receives too many requests.' });
		this.retryAfter = retryAfter;
	}
}

// Conditions that pass by themselves: deadlock, serialization, missing partition, a subject that was just
// deleted or merged, a statement that took too long, a server that starts or stops.
const passing = new Set([
	'40P01',
	'40001',
	'23514',
	'23503',
	'55P03',
	'57014',
	'57P01',
	'57P02',
	'57P03',
	'53300',
]);

/** What a statement answers; what it throws, as an error of the service where it is one. */
export async function call<Row>(query: Promise<Row>): Promise<Row> {
	try {
		return await query;
	} catch (error) {
		throw explain(error);
	}
}

function explain(error: unknown): unknown {
	const { code = '', detail } = error as { code?: string; detail?: string };
	if (code === 'FB404') return new ServiceError('unknown_site', { cause: error });
	if (code === 'FB429') return new SiteThrottled(Number(detail));
	const unreachable =
		/^(CONNECT|CONNECTION_|E[A-Z]+$)/.test(code) || code.startsWith('08') || isUntrusted(code);
	if (passing.has(code) || unreachable) return new ServiceError('unavailable', { cause: error });
	return error;
}
