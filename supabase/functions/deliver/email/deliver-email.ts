import { createHash } from 'node:crypto';

import { limits } from '@feedback/contract';

import { OutgoingError } from '../../_shared/outgoing/outgoing-error.ts';
import { misconfigured, type Attempt } from '../attempt.ts';
import type { ClaimedDelivery } from '../claimed-delivery.ts';
import { describeMessage } from '../describe-message.ts';
import { readDigest } from '../digest/read-digest.ts';
import { renderDigest } from '../digest/render-digest.ts';
import type { Service } from '../service.ts';
import { cut, oneLine } from './plain-text.ts';
import { renderMessage, type RenderedMail } from './render-message.ts';
import { linkToUnsubscribe } from './unsubscribe.ts';

/** Milliseconds after which no further recipient is started; the remaining ones get the e-mail in the next attempt. */
const beginMs = 12_000;

/** Sends a message or a digest to each recipient. Never rejects because of the mail server. */
export async function deliverEmail(service: Service, delivery: ClaimedDelivery): Promise<Attempt> {
	const { mail } = service;
	if (!mail) return misconfigured('This service has no mail server.');
	const begun = performance.now();
	const rendered = await render(service, delivery);
	const hash = createHash('sha256');
	const attempt: Attempt = { ...misconfigured(''), outcome: 'delivered', error: null };
	// Nothing happened in the period of the digest, or no confirmed recipient is still subscribed.
	const recipients = rendered ? (delivery.destination.recipients ?? []) : [];
	for (const address of recipients) {
		if (performance.now() - begun > beginMs) {
			Object.assign(attempt, { outcome: 'timeout', error: 'The mail server is slow.' });
			break;
		}
		try {
			const unsubscribeUrl = linkToUnsubscribe(service, {
				site: delivery.site.id,
				destination: delivery.destination.id,
				address,
			});
			const html = await rendered!.html(unsubscribeUrl);
			const text = `${rendered!.text}\n\n--\nUnsubscribe: ${unsubscribeUrl}\n`;
			const messageId = nameMessage(service, delivery, address);
			const { subject } = rendered!;
			attempt.bytes += await mail.send({
				to: address,
				subject,
				text,
				html,
				messageId,
				unsubscribeUrl,
			});
			hash.update(html);
			attempt.sentTo.push(address);
		} catch (error) {
			Object.assign(attempt, explain(error));
			// The requested wait applies to the other recipients too.
			if (attempt.retryAfterSeconds !== null) break;
		}
	}
	return {
		...attempt,
		milliseconds: Math.round(performance.now() - begun),
		sha256: attempt.sentTo.length > 0 ? hash.digest('hex') : null,
	};
}

async function render(
	service: Service,
	delivery: ClaimedDelivery,
): Promise<RenderedMail | undefined> {
	if (delivery.message.type !== 'digest') {
		return renderMessage(describeMessage(delivery, service.dashboardUrl));
	}
	const digest = await readDigest(service.sql, delivery);
	const isEmpty = digest.prompts.length === 0 && digest.approvals.length === 0;
	return isEmpty ? undefined : renderDigest(digest, service.dashboardUrl);
}

function nameMessage(
	{ dashboardUrl }: Service,
	{ message, destination }: ClaimedDelivery,
	address: string,
): string {
	const of = createHash('sha256').update(`${destination.id} ${address}`).digest('hex').slice(0, 16);
	return `<${message.id}.${of}@${new URL(dashboardUrl).hostname}>`;
}

type MailError = Error & {
	code?: string;
	responseCode?: number;
	retryAfterSeconds?: number | null;
};

function explain(
	error: unknown,
): Pick<Attempt, 'outcome' | 'status' | 'error' | 'retryAfterSeconds'> {
	const { code, responseCode, retryAfterSeconds = null, message } = error as MailError;
	const isTimeout =
		code === 'ETIMEDOUT' || (error instanceof OutgoingError && error.failure === 'timeout');
	return {
		outcome: responseCode !== undefined ? 'rejected' : isTimeout ? 'timeout' : 'unreachable',
		status: responseCode ?? null,
		retryAfterSeconds,
		error: cut(oneLine(message), limits.delivery.error),
	};
}
