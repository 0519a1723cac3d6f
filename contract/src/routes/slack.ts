import { z } from 'zod';

import { slackChannelSchema } from '../destinations/slack-channel.ts';
import { slackAuthorizationPrefix } from '../destinations/slack.ts';
import { limits } from '../limits.ts';
import { sitePath } from './path.ts';
import type { Route } from './route.ts';

/** Connecting Slack: an owner chooses a channel in Slack, and needs no webhook URL. */
export const slackRoutes = {
	getSlackApp: {
		method: 'GET',
		path: '/sites/{site}/slack',
		summary: 'Whether owners can connect Slack here, because the operator has registered an app.',
		need: 'person',
		role: 'viewer',
		params: sitePath,
		output: z.object({ available: z.boolean() }),
	},
	beginSlackAuthorization: {
		method: 'POST',
		path: '/sites/{site}/slack/authorizations',
		summary: `Returns the page of Slack on which the owner chooses a channel. Valid once, for ${limits.destination.slackMinutes} minutes and this session.`,
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: sitePath,
		output: z.object({
			/** Page of Slack, which returns to the dashboard. */
			url: z.url(),
			/** Slack repeats it, so that the dashboard can tell its own page from a forged one. */
			state: z.string(),
		}),
	},
	finishSlackAuthorization: {
		method: 'POST',
		path: '/sites/{site}/slack/authorizations/finish',
		summary: `Exchanges what Slack returned. Nothing is sent until a destination is saved with the authorization as its URL, within ${limits.destination.slackMinutes} minutes.`,
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({ state: z.string().max(100), code: z.string().min(1).max(500) }),
		output: z.object({
			authorization: z.string().startsWith(slackAuthorizationPrefix),
			channel: slackChannelSchema,
		}),
		errors: ['conflict', 'unavailable'],
	},
} as const satisfies Record<string, Route>;
