import { destinationDescriptions, type DestinationKind } from '@feedback/contract';

import type { Attempt } from './attempt.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { deliverEmail } from './email/deliver-email.ts';
import { deliverGithub } from './issue/github/deliver-github.ts';
import { deliverJira } from './issue/jira/deliver-jira.ts';
import { deliverLinear } from './issue/linear/deliver-linear.ts';
import type { Service } from './service.ts';
import { deliverSlack } from './slack/deliver-slack.ts';
import { deliverWebhook } from './webhook/deliver-webhook.ts';

/** Sends a message. Never rejects because of the receiver: failures are returned as the outcome of the attempt. */
export type Deliver = (service: Service, delivery: ClaimedDelivery) => Promise<Attempt>;

/** Sends a message by the deliverer of its destination. */
export async function deliver(service: Service, delivery: ClaimedDelivery): Promise<Attempt> {
	const attempt = await deliverers[delivery.destination.kind](service, delivery);
	const { error, status } = attempt;
	// A receiver's error may repeat words, which are deleted with their response: app.clear_messages finds those of messages
	// about one response only.
	// Those of trackers are our own sentences.
	const isAnswer =
		delivery.message.type === 'selection' &&
		error !== null &&
		status !== null &&
		!destinationDescriptions[delivery.destination.kind].createsIssues;
	return isAnswer ? { ...attempt, error: `It answered with ${status}.` } : attempt;
}

/** How messages reach each kind of destination. */
const deliverers: Record<DestinationKind, Deliver> = {
	webhook: deliverWebhook,
	slack: deliverSlack,
	email: deliverEmail,
	github: deliverGithub,
	linear: deliverLinear,
	jira: deliverJira,
};
