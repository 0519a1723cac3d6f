import type { OutgoingRequest } from '../_shared/outgoing/network.ts';
import { openTracker, type Reply, type TestTracker } from './tracker.ts';

export const slackApp = { clientId: '1234567890.1234567890', clientSecret: 'secret-of-the-app' };
/** Slack returns it for every channel that is chosen. */
export const slackCode = 'code-of-slack';
export const slackWebhook = 'https://hooks.slack.com/services/T0ACME/B0NEWS/secret-part';
/** Slack issues it too; the service has no use for it. */
export const slackToken = 'xoxb-token-of-slack';
/** The page to which Slack returns, as it is listed in the app. */
const returnAddress = 'http://127.0.0.1:54323/slack';

type Form = {
	method: string;
	path: string;
	type: string | undefined;
	authorization: string | undefined;
	body: string;
};

/** Answers `oauth.v2.access` as Slack does, which checks the app before the code. */
export function answerSlack(
	{ method, path, type, authorization, body }: Form,
	scope?: string,
): Reply {
	if (method !== 'POST' || path !== '/api/oauth.v2.access') return { status: 404 };
	if (type !== 'application/x-www-form-urlencoded') return refuse('invalid_form_data');
	const given = new URLSearchParams(body);
	const [id, secret] = atob(authorization?.replace(/^Basic /, '') ?? '').split(':');
	if (id !== slackApp.clientId) return refuse('invalid_client_id');
	if (secret !== slackApp.clientSecret) return refuse('bad_client_secret');
	if (given.get('code') !== slackCode) return refuse('invalid_code');
	if (given.get('redirect_uri') !== returnAddress) return refuse('bad_redirect_uri');
	return grant(scope);
}

// https://docs.slack.dev/reference/methods/oauth.v2.access
function grant(scope = 'incoming-webhook'): Reply {
	const webhook = {
		channel: '#feedback',
		channel_id: 'C0NEWS',
		configuration_url: 'https://acme.slack.com/services/B0NEWS',
		url: slackWebhook,
	};
	return {
		status: 200,
		body: {
			ok: true,
			app_id: 'A0APP',
			authed_user: { id: 'U0ADA' },
			scope,
			token_type: 'bot',
			access_token: slackToken,
			bot_user_id: 'U0BOT',
			team: { id: 'T0ACME', name: 'Acme' },
			enterprise: null,
			is_enterprise_install: false,
			...(scope === 'incoming-webhook' && { incoming_webhook: webhook }),
		},
	};
}

/** A refusal, as Slack writes it: with the status 200. */
export function refuse(error: string): Reply {
	return { status: 200, body: { ok: false, error } };
}

/** Like `answerSlack`, without a network. */
export function sendToSlack({ method, url, headers, body = '' }: OutgoingRequest) {
	const { authorization, 'content-type': type } = headers;
	const form = { method, path: url.pathname, type, authorization, body: String(body) };
	const reply = answerSlack(form);
	const text = JSON.stringify(reply.body);
	return { status: reply.status, headers: new Headers(), text, bytes: text.length, sha256: '' };
}

/** Slack on this machine. With another `scope`, it grants that one only. */
export function openSlack(scope?: () => string | undefined): Promise<TestTracker> {
	return openTracker('slack.com', ({ method, url, headers, text }) =>
		answerSlack(
			{
				method,
				path: url.pathname,
				type: headers['content-type'],
				authorization: headers.authorization,
				body: text,
			},
			scope?.(),
		),
	);
}
