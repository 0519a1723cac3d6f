import { limits } from '@feedback/contract';

import { OutgoingError } from '../../_shared/outgoing/outgoing-error.ts';
import type { Outgoing } from '../../_shared/outgoing/outgoing.ts';
import type { PushKeys, StoredSubscription } from '../../_shared/secrets/push-secret.ts';
import { readRetryAfter } from '../retry-after.ts';
import type { Notification } from './describe-push.ts';

/** What came of an attempt, as `app.record_push` takes it. */
export type PushResult = {
	delivered: boolean;
	/** The push service no longer knows the subscription. */
	gone: boolean;
	/** Seconds for which the push service asks to wait; null when it does not. */
	retry_after: number | null;
	/** Description of the failure; null when it was delivered. */
	error: string | null;
};

export type PushOptions = {
	keys: PushKeys;
	/** An `https:` address of the service’s operator, which push services require. */
	subject: string;
	/** Seconds for which the push service keeps the notification for a browser that is off. */
	seconds: number;
	/** Replaces an earlier notification with the same topic that was not received yet. */
	topic: string;
};

/** Encrypts a notification for a browser and sends it. Never rejects because of the push service. */
export async function sendPush(
	outgoing: Outgoing,
	subscription: StoredSubscription,
	notification: Notification,
	{ keys, subject, seconds, topic }: PushOptions,
): Promise<PushResult> {
	// Loaded on demand: few servers send any.
	const { default: webPush } = await import('web-push');
	const { endpoint, headers, body } = webPush.generateRequestDetails(
		subscription,
		JSON.stringify(notification),
		{ vapidDetails: { subject, ...keys }, TTL: seconds, urgency: 'high', topic },
	);
	try {
		const { status, headers: answered } = await outgoing.send({
			url: new URL(endpoint),
			method: 'POST',
			headers: toStrings(headers),
			body,
			timeoutMs: limits.delivery.timeoutSeconds * 1_000,
			maxBytes: limits.delivery.responseBytes,
			longer: 'is cut',
		});
		const delivered = status >= 200 && status < 300;
		return {
			delivered,
			gone: status === 404 || status === 410,
			retry_after: readRetryAfter(answered.get('retry-after'), new Date()),
			error: delivered ? null : `It answered with ${status}.`,
		};
	} catch (error) {
		if (!(error instanceof OutgoingError)) throw error;
		return { delivered: false, gone: false, retry_after: null, error: error.message };
	}
}

function toStrings(headers: Record<string, unknown>): Record<string, string> {
	// The HTTP client sets the length.
	const kept = Object.entries(headers).filter(([name]) => name !== 'Content-Length');
	return Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
