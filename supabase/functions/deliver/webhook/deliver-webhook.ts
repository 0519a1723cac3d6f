import { Buffer } from 'node:buffer';

import { openDestinationSecret } from '../../_shared/destination-secret.ts';
import { misconfigured, type Attempt } from '../attempt.ts';
import { buildPayload } from '../build-payload.ts';
import type { ClaimedDelivery } from '../claimed-delivery.ts';
import type { Service } from '../service.ts';
import { sendWebhook } from './send-webhook.ts';

/** Sends a message to a webhook. Never rejects: what goes wrong is how the attempt ended. */
export async function deliverWebhook(
	service: Service,
	delivery: ClaimedDelivery,
): Promise<Attempt> {
	const { site, destination, message } = delivery;
	const sealed = [destination.sealed_secret, destination.sealed_old_secret];
	const opened = await Promise.all(
		sealed
			.filter((text) => text !== null)
			.map((text) => {
				const bytes = new Uint8Array(Buffer.from(text, 'base64'));
				return openDestinationSecret(service.keyring, site.id, destination.id, 'secret', bytes);
			}),
	);
	const secrets = opened.filter((secret) => secret !== undefined);
	if (secrets.length < opened.length || secrets.length === 0) {
		return misconfigured('The signing secret cannot be decrypted: FEEDBACK_SECRET has changed.');
	}
	return sendWebhook(service.outgoing, {
		id: message.id,
		url: destination.url!,
		secrets,
		body: JSON.stringify(buildPayload(delivery, service.dashboardUrl)),
		at: new Date(),
	});
}
