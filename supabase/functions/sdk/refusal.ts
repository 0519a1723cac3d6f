import { RetryLater } from '../_shared/http/reply.ts';
import { SiteThrottled } from './database-errors.ts';

/** Converts a refusal by the database to a response: over the site's rate, it says when to retry. */
export function explainRefusal(thrown: unknown): unknown {
	return thrown instanceof SiteThrottled ? new RetryLater(thrown.retryAfter) : thrown;
}
