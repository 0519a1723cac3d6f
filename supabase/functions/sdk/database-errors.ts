import { ServiceError } from '@feedback/contract';

import { findOutage } from '../../../database/outage.ts';
import { noteDiskFull } from './disk-full.ts';

/** The request exceeded the site's rate limit, and nothing was stored. */
export class SiteThrottled extends ServiceError {
	/** Seconds until the next request may succeed. */
	readonly retryAfter: number;

	constructor(retryAfter: number) {
		super('rate_limited', { message: 'The site receives too many requests.' });
		this.retryAfter = retryAfter;
	}
}

// Temporary errors besides those of every function: a missing partition, a subject that was just deleted or merged, a
// workspace that moves to another database.
const passing = new Set(['23514', '23503', 'FB503']);

/** Runs a statement, and converts its errors to errors of the service where possible. */
export async function call<Row>(query: PromiseLike<Row>): Promise<Row> {
	try {
		return await query;
	} catch (error) {
		throw explain(error);
	}
}

function explain(error: unknown): unknown {
	const { code = '', detail } = error as { code?: string; detail?: string };
	if (code === 'FB404') return new ServiceError('unknown_site', { cause: error });
	if (code === '53100') noteDiskFull();
	if (code === 'FB429') return new SiteThrottled(Number(detail));
	const transient = passing.has(code) || findOutage(error) !== undefined;
	return transient ? new ServiceError('unavailable', { cause: error }) : error;
}
