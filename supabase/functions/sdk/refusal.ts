import { RetryLater } from '../_shared/reply.ts';
import { SiteThrottled } from './database-errors.ts';

/** What the database refused, as the answer to give: over the site's rate it comes with a time to retry. */
export function explainRefusal(thrown: unknown): unknown {
	return thrown instanceof SiteThrottled ? new RetryLater(thrown.retryAfter) : thrown;
}
