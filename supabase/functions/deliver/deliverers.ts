import type { DestinationKind } from '@feedback/contract';

import type { Attempt } from './attempt.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { deliverEmail } from './email/deliver-email.ts';
import type { Service } from './service.ts';
import { deliverSlack } from './slack/deliver-slack.ts';
import { deliverWebhook } from './webhook/deliver-webhook.ts';

/** Sends a message. Never rejects because of the receiver: failures are returned as the outcome of the attempt. */
export type Deliver = (service: Service, delivery: ClaimedDelivery) => Promise<Attempt>;

/** How messages reach each kind of destination. */
export const deliverers: Record<DestinationKind, Deliver> = {
	webhook: deliverWebhook,
	slack: deliverSlack,
	email: deliverEmail,
};
