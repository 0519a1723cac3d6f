import { Webhook } from 'standardwebhooks';

import type { Outgoing } from '../../_shared/outgoing/outgoing.ts';
import type { Attempt } from '../attempt.ts';
import { postJson } from '../post-json.ts';

export type WebhookMessage = {
	/** `webhook-id`: the same for every attempt. */
	id: string;
	url: string;
	/** Signing secrets, `whsec_…`: two while one replaces the other, the new one first. */
	secrets: readonly string[];
	/** The payload as JSON. */
	body: string;
	/** When this attempt is made. */
	at: Date;
};

/** Sends a payload as Standard Webhooks prescribe. Never rejects: failures are returned as the outcome of the attempt. */
export function sendWebhook(outgoing: Outgoing, message: WebhookMessage): Promise<Attempt> {
	return postJson(outgoing, message.url, message.body, {
		'user-agent': 'Feedback-Webhooks/1',
		...signWebhook(message),
	});
}

/** The headers of the specification: id, timestamp, and one signature for each secret. */
export function signWebhook({
	id,
	secrets,
	body,
	at,
}: Omit<WebhookMessage, 'url'>): Record<string, string> {
	return {
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
		'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
	};
}
