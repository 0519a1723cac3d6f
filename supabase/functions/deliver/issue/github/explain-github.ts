import { readRetryAfter } from '../../retry-after.ts';
import type { TrackerAnswer } from '../tracker-api.ts';
import { TrackerRefusal } from '../tracker.ts';

/** GitHub asks to wait at least this long when a limit has no header. */
const leastWaitSeconds = 60;

/**
 * What an answer of GitHub means for the owner of the destination.
 *
 * @param key the issue for a comment; without one, a new issue was to be created
 */
export function explainGithub(
	{ status, headers }: TrackerAnswer,
	repository: string,
	key?: string,
): TrackerRefusal {
	const isLimited = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';
	if (status === 429 || (status === 403 && isLimited)) {
		return new TrackerRefusal('GitHub limits how often this token is used.', {
			retryAfterSeconds: readWait(headers),
		});
	}
	switch (status) {
		case 401:
			return new TrackerRefusal(
				'GitHub does not accept the token: it is wrong, expired or revoked. Replace it in the settings.',
			);
		case 403:
			return new TrackerRefusal(
				`The token may not write issues in ${repository}: give it the permission “Issues: read and write”.`,
			);
		case 404:
			return key === undefined
				? new TrackerRefusal(`The token sees no repository ${repository} on GitHub.`)
				: new TrackerRefusal(`${key} no longer exists on GitHub.`, { stops: true });
		case 410:
			return key === undefined
				? new TrackerRefusal(`Issues are switched off in ${repository}.`, { gone: true })
				: new TrackerRefusal(`${key} was deleted on GitHub.`, { stops: true });
		case 400:
		case 422:
			return new TrackerRefusal(`GitHub refuses the content of the issue (status ${status}).`, {
				stops: true,
			});
		default:
			return new TrackerRefusal(
				status >= 300 && status < 400
					? `${repository} has moved: GitHub redirects. Enter its new name in the settings.`
					: `GitHub answered with ${status}.`,
				{ retryAfterSeconds: readRetryAfter(headers.get('retry-after'), new Date()) },
			);
	}
}

/** Seconds until the limit ends: a reset is a time in seconds since 1970. */
function readWait(headers: Headers): number {
	const now = new Date();
	const reset = Number(headers.get('x-ratelimit-reset'));
	const untilReset = reset > 0 ? String(Math.max(0, Math.ceil(reset - +now / 1_000))) : null;
	return (
		readRetryAfter(headers.get('retry-after'), now) ??
		readRetryAfter(untilReset, now) ??
		leastWaitSeconds
	);
}
