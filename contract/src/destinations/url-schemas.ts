import { z } from 'zod';

import { limits } from '../limits.ts';
import { slack, slackAuthorizationPrefix } from './slack.ts';

/** An `https:` address without credentials and without a fragment; `http:` only where the operator allows a network. */
export const webhookUrlSchema = z
	.string()
	.max(limits.destination.url)
	.superRefine((text, context) => {
		const problem = findUrlProblem(text);
		if (problem) context.addIssue({ code: 'custom', message: problem });
	});

/** What a receiver's address must not be, in words; nothing if it can be one. */
export function findUrlProblem(text: string): string | undefined {
	if (!URL.canParse(text) || /\s/.test(text))
		return 'must be a URL such as "https://example.com/feedback"';
	const url = new URL(text);
	// Whether plain HTTP is allowed depends on the network of the host, which only the functions know.
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with "https://"';
	if (url.username || url.password) {
		return 'must not contain a user name or a password; check the signature instead';
	}
	if (url.hash) return 'must not contain "#"';
	return undefined;
}

/** What `finishSlackAuthorization` returned: a webhook and its channel, sealed for one owner and one site. */
export const slackAuthorizationSchema = z
	.string()
	.max(limits.destination.url)
	.regex(new RegExp(`^${slackAuthorizationPrefix}[\\w-]+$`));

/** The address of an incoming webhook of Slack, which is a secret, or an authorization. */
export const slackUrlSchema = z
	.string()
	.max(limits.destination.url)
	.refine((text) => slackAuthorizationSchema.safeParse(text).success || isSlackWebhook(text), {
		error: 'must be the URL of an incoming webhook: "https://hooks.slack.com/services/…"',
	});

function isSlackWebhook(text: string): boolean {
	if (findUrlProblem(text) !== undefined) return false;
	const { protocol, hostname, port, pathname, search } = new URL(text);
	return (
		protocol === 'https:' &&
		slack.urls.hosts.some((host) => host === hostname) &&
		port === '' &&
		search === '' &&
		/^\/[a-z]+\/./.test(pathname)
	);
}
