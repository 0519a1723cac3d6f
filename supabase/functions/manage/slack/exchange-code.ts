import { limits, parseJson, ServiceError, slackUrlSchema } from '@feedback/contract';
import { z } from 'zod';

import { OutgoingError } from '../../_shared/outgoing/outgoing-error.ts';
import type { OutgoingResponse } from '../../_shared/outgoing/network.ts';
import type { Service } from '../service.ts';
import type { SlackWebhook } from './sealed-authorization.ts';
import type { SlackApp } from './slack-app.ts';

/** An answer has some thirty values. */
const answerLimits = { bytes: 65_536, depth: 8, values: 200, keys: 200 };

// https://docs.slack.dev/reference/methods/oauth.v2.access
const answerSchema = z.union([
	z.object({
		ok: z.literal(true),
		team: z.object({ name: z.string().max(200) }).nullable(),
		enterprise: z.object({ name: z.string().max(200) }).nullish(),
		incoming_webhook: z.object({ channel: z.string().max(200), url: slackUrlSchema }).optional(),
	}),
	z.object({ ok: z.literal(false), error: z.string().max(100) }),
]);

/**
 * Exchanges the code that Slack returned for a webhook. The token that Slack also issues is not kept. Throws
 * `conflict` with what the person or the operator can do, or `unavailable`.
 */
export async function exchangeCode(
	{ outgoing }: Pick<Service, 'outgoing'>,
	app: SlackApp,
	code: string,
	redirectUri: string,
): Promise<SlackWebhook> {
	const body = new URLSearchParams({ code, redirect_uri: redirectUri });
	const answer = readAnswer(await post(outgoing, app, body.toString()));
	if (!answer.ok) throw refused(problems[answer.error] ?? `Slack refused: ${answer.error}.`);
	const { team, enterprise, incoming_webhook: webhook } = answer;
	if (!webhook) {
		throw refused(
			'Slack did not allow the app to post to a channel. The operator has to switch on incoming webhooks for the Slack app; then connect again.',
		);
	}
	const workspace = team?.name ?? enterprise?.name ?? 'Slack';
	return { url: webhook.url, channel: { workspace, name: webhook.channel } };
}

async function post(
	outgoing: Service['outgoing'],
	{ clientId, clientSecret }: SlackApp,
	body: string,
): Promise<OutgoingResponse> {
	try {
		return await outgoing.send({
			url: new URL('https://slack.com/api/oauth.v2.access'),
			method: 'POST',
			headers: {
				'content-type': 'application/x-www-form-urlencoded',
				authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
			},
			body,
			timeoutMs: limits.delivery.timeoutSeconds * 1_000,
			maxBytes: answerLimits.bytes,
			longer: 'fails',
		});
	} catch (error) {
		if (!(error instanceof OutgoingError)) throw error;
		throw unavailable(`Slack cannot be reached: ${error.message}`, error);
	}
}

function readAnswer({ status, text }: OutgoingResponse): z.output<typeof answerSchema> {
	try {
		return answerSchema.parse(parseJson(text, answerLimits, 'The answer'));
	} catch {
		// The answer has a token: it never becomes part of a message or a log.
		throw unavailable(`Slack answered with ${status}. Connect again in a minute.`);
	}
}

const again = 'Connect to Slack again.';
const byOperator = 'The operator has to correct';
const problems: Readonly<Record<string, string>> = {
	invalid_code: `The confirmation of Slack is not valid any more. ${again}`,
	code_expired: `The confirmation of Slack has expired. ${again}`,
	code_already_used: `The confirmation of Slack was used already. ${again}`,
	bad_redirect_uri: `${byOperator} the redirect URL of the Slack app.`,
	invalid_client_id: `${byOperator} the client ID of the Slack app.`,
	bad_client_secret: `${byOperator} the client secret of the Slack app.`,
	invalid_team_for_non_distributed_app:
		'The Slack app of this installation belongs to another workspace. Choose that workspace in Slack, or ask the operator to distribute the app.',
	team_access_not_granted:
		'The app may not be installed in this workspace. Ask an administrator of the workspace, or choose another one.',
	invalid_scope: `${byOperator} the Slack app: it needs the scope incoming-webhook.`,
};

function refused(message: string): ServiceError {
	return new ServiceError('conflict', { field: 'code', message });
}

function unavailable(message: string, cause?: unknown): ServiceError {
	return new ServiceError('unavailable', { message, cause });
}
