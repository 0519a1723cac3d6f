import { randomUUID } from 'node:crypto';

import type { Payload } from '@feedback/contract';
import { Webhook } from 'standardwebhooks';

const timeoutMs = 10_000;

export type Forwarded = {
	/** The `webhook-id`. */
	id: string;
	outcome: 'delivered' | 'rejected' | 'unreachable';
	/** HTTP status of the response; null without a response. */
	status: number | null;
};

/** Sends a payload to a receiver as Standard Webhooks prescribe. Never rejects. */
export async function forward(url: URL, payload: Payload, secret: string): Promise<Forwarded> {
	const [id, at, body] = [randomUUID(), new Date(), JSON.stringify(payload)];
	try {
		const { status, ok } = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'webhook-id': id,
				'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
				'webhook-signature': new Webhook(secret).sign(id, at, body),
			},
			body,
			redirect: 'manual',
			signal: AbortSignal.timeout(timeoutMs),
		});
		return { id, outcome: ok ? 'delivered' : 'rejected', status };
	} catch {
		return { id, outcome: 'unreachable', status: null };
	}
}
