import { z } from 'zod';

import { readRetryAfter } from '../../retry-after.ts';
import type { TrackerAnswer } from '../tracker-api.ts';
import { TrackerRefusal } from '../tracker.ts';

const errorsSchema = z.object({ errors: z.record(z.string(), z.unknown()) });

/**
 * What an answer of Jira means for the owner of the destination.
 *
 * @param key the issue for a comment; without one, a new issue was to be created
 */
export function explainJira(
	{ status, headers, body }: TrackerAnswer,
	key?: string,
): TrackerRefusal {
	const retryAfterSeconds = readRetryAfter(headers.get('retry-after'), new Date());
	switch (status) {
		case 400:
			return key === undefined
				? new TrackerRefusal(`Jira refuses the issue${nameFields(body)}. Correct the settings.`)
				: new TrackerRefusal('Jira refuses the content of the comment.', { stops: true });
		case 401:
			return new TrackerRefusal(
				'Jira does not accept the account’s address and token: one is wrong, or the token expired or was revoked.',
			);
		case 403:
			return new TrackerRefusal(
				'The account may not do this in Jira: it needs the permissions to browse the project, create issues and add comments.',
			);
		case 404:
			return key === undefined
				? new TrackerRefusal('There is no Jira at this address.')
				: new TrackerRefusal(`${key} no longer exists in Jira, or the account does not see it.`, {
						stops: true,
					});
		case 410:
			return new TrackerRefusal('This Jira no longer has the API that creates issues.', {
				gone: true,
			});
		case 413:
		case 422:
			return new TrackerRefusal(`Jira refuses the content (status ${status}).`, { stops: true });
		case 429:
			return new TrackerRefusal('Jira limits how often this account calls it.', {
				retryAfterSeconds,
			});
		default:
			return new TrackerRefusal(`Jira answered with ${status}.`, { retryAfterSeconds });
	}
}

/** The names of fields, not what Jira says about them, which may repeat words. */
function nameFields(body: unknown): string {
	const parsed = errorsSchema.safeParse(body);
	const names = Object.keys(parsed.success ? parsed.data.errors : {})
		.filter((name) => /^[a-z_0-9]{1,40}$/i.test(name))
		.slice(0, 5);
	return names.length === 0 ? '' : `: it does not accept ${names.join(', ')}`;
}
