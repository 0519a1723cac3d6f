import { logThrown } from '../_shared/http/reply.ts';
import { consumeRateLimits } from './database.ts';
import type { Report } from './database.ts';
import type { Statements } from '../../../database/statement.ts';

/** Reports whose rate limits are consumed together, so that the rows of a site are written once for all of them. */
const minBatchSize = 16;
/** Milliseconds after which smaller batches are consumed. */
const maxWaitMs = 100;

/** Consumes the rate limits for reports in batches, after a short time, without delaying any request. */
export function createRateLimitBatcher(sql: Statements): (reports: Report[]) => void {
	const queue: Report[] = [];
	let timer: ReturnType<typeof setTimeout> | undefined;

	function flush(): void {
		clearTimeout(timer);
		timer = undefined;
		consumeRateLimits(sql, queue.splice(0)).catch((error: unknown) =>
			logThrown(error, 'rate limits'),
		);
	}

	return (reports) => {
		queue.push(...reports);
		if (queue.length >= minBatchSize) flush();
		else if (queue.length > 0) timer ??= setTimeout(flush, maxWaitMs);
	};
}
