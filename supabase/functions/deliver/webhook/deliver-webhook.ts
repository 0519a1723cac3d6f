import { Buffer } from 'node:buffer';

import { openDestinationSecret } from '../../_shared/secrets/destination-secret.ts';
import { logError } from '../../_shared/log/log-error.ts';
import { misconfigured, type Attempt } from '../attempt.ts';
import { buildPayload } from '../build-payload.ts';
import type { ClaimedDelivery } from '../claimed-delivery.ts';
import type { Service } from '../service.ts';
import { sendWebhook } from './send-webhook.ts';

/** Sends a message to a webhook. Never rejects: failures are returned as the outcome of the attempt. */
export async function deliverWebhook(
	service: Service,
	delivery: ClaimedDelivery,
): Promise<Attempt> {
	const { site, destination, message } = delivery;
	const open = (sealed: string) => {
		const bytes = new Uint8Array(Buffer.from(sealed, 'base64'));
		return openDestinationSecret(service.keyring, site.id, destination.id, 'secret', bytes);
	};
	const current = await open(destination.sealed_secret!);
	if (current === undefined) {
		return misconfigured('The signing secret cannot be decrypted: its key is unknown.');
	}
	const previous = destination.sealed_old_secret ?? undefined;
	const old = previous === undefined ? undefined : await open(previous);
	if (previous !== undefined && old === undefined) {
		logError(
			'deliver',
			`The previous secret of the webhook ${destination.id} cannot be decrypted: only the new one signs.`,
		);
	}
	return sendWebhook(service.outgoing, {
		id: message.id,
		url: destination.url!,
		secrets: [current, ...(old === undefined ? [] : [old])],
		body: JSON.stringify(buildPayload(delivery, service.dashboardUrl)),
		at: new Date(),
	});
}
