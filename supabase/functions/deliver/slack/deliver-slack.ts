import { Buffer } from 'node:buffer';

import { openDestinationSecret } from '../../_shared/secrets/destination-secret.ts';
import { misconfigured, type Attempt } from '../attempt.ts';
import type { ClaimedDelivery } from '../claimed-delivery.ts';
import { describeMessage } from '../describe-message.ts';
import { postJson } from '../post-json.ts';
import type { Service } from '../service.ts';
import { renderSlack } from './render-slack.ts';

/** Sends a message to a Slack incoming webhook. Never rejects: failures are returned as the outcome of the attempt. */
export async function deliverSlack(service: Service, delivery: ClaimedDelivery): Promise<Attempt> {
	const { site, destination } = delivery;
	const sealed = new Uint8Array(Buffer.from(destination.sealed_url ?? '', 'base64'));
	const { keyring, outgoing, dashboardUrl } = service;
	const url = await openDestinationSecret(keyring, site.id, destination.id, 'url', sealed);
	if (url === undefined) {
		return misconfigured('The URL of Slack cannot be decrypted: its key is unknown.');
	}
	const body = JSON.stringify(renderSlack(describeMessage(delivery, dashboardUrl)));
	return postJson(outgoing, url, body, {});
}
