import { z } from 'zod';

import { readRetryAfter } from '../../retry-after.ts';
import type { TrackerAnswer } from '../tracker-api.ts';
import { TrackerRefusal } from '../tracker.ts';

/** Linear's limits are for an hour, and refill constantly. */
const leastWaitSeconds = 60;

const errorsSchema = z.object({
	errors: z
		.array(
			z.object({
				extensions: z
					.object({ type: z.string().optional(), code: z.string().optional() })
					.optional(),
			}),
		)
		.min(1),
});

/**
 * What an answer of Linear means for the owner of the destination. Errors of GraphQL have a type, often with status 200.
 *
 * @param key the issue for a comment
 */
export function explainLinear(
	{ status, headers, body }: TrackerAnswer,
	key?: string,
): TrackerRefusal {
	const parsed = errorsSchema.safeParse(body);
	const { type = '', code = '' } = (parsed.success && parsed.data.errors[0]!.extensions) || {};
	if (status === 429 || type === 'ratelimited' || code === 'RATELIMITED') {
		return new TrackerRefusal('Linear limits how often this API key is used.', {
			retryAfterSeconds: readWait(headers),
		});
	}
	if (status === 401 || type === 'authentication error' || code === 'AUTHENTICATION_ERROR') {
		return new TrackerRefusal(
			'Linear does not accept the API key: it is wrong or revoked. Replace it in the settings.',
		);
	}
	if (status === 403 || type === 'forbidden' || code === 'FORBIDDEN') {
		return new TrackerRefusal('The API key may not do this: it needs the permissions of its team.');
	}
	if (type === 'usage limit exceeded') {
		return new TrackerRefusal('The workspace of Linear has reached the limit of its plan.');
	}
	if (status < 500 && ['invalid input', 'user error', 'graphql error'].includes(type)) {
		return new TrackerRefusal(
			key === undefined
				? 'Linear refuses the content of the issue.'
				: `Linear refuses the comment: ${key} may no longer exist.`,
			{ stops: true },
		);
	}
	return new TrackerRefusal(
		status === 200 ? 'Linear answered with an error.' : `Linear answered with ${status}.`,
		{ retryAfterSeconds: readRetryAfter(headers.get('retry-after'), new Date()) },
	);
}

/** Seconds until the limit ends: a reset is a time in milliseconds since 1970. */
function readWait(headers: Headers): number {
	const now = new Date();
	const resets = ['x-ratelimit-requests-reset', 'x-ratelimit-complexity-reset'].map((name) =>
		Number(headers.get(name) ?? 0),
	);
	const seconds = Math.ceil((Math.max(...resets) - +now) / 1_000);
	return (
		readRetryAfter(headers.get('retry-after'), now) ??
		readRetryAfter(seconds > 0 ? String(seconds) : null, now) ??
		leastWaitSeconds
	);
}
