import { fromBase64 } from '../../_shared/http/bytes.ts';
import { count } from '../../_shared/metrics.ts';
import { openPushKey, openPushSubscription } from '../../_shared/secrets/push-secret.ts';
import { asWorker } from '../as-worker.ts';
import type { Service } from '../service.ts';
import type { ClaimedPush } from './claimed-push.ts';
import { describePush } from './describe-push.ts';
import { sendPush, type PushResult } from './send-push.ts';

/** Seconds for which the first notification in a new browser is kept for it. */
const firstSeconds = 600;

/** Sends the notifications that are due. A failure of one does not keep the others from being sent. */
export async function sendPushes(service: Service): Promise<void> {
	const now = service.clock ? new Date(service.clock()) : null;
	for (;;) {
		const claimed = await asWorker(
			service.sql,
			(tx) => tx<{ push: ClaimedPush }[]>`
				select push from app.claim_pushes(p_now => coalesce(${now}, clock_timestamp())) push`,
		);
		if (claimed.length === 0) return;
		const ended = await Promise.allSettled(claimed.map(({ push }) => sendAndRecord(service, push)));
		const failed = ended.find((result) => result.status === 'rejected');
		if (failed) throw failed.reason;
	}
}

async function sendAndRecord(service: Service, push: ClaimedPush): Promise<void> {
	const result = await deliver(service, push);
	const now = service.clock ? new Date(service.clock()) : null;
	const { error, ...recorded } = result;
	count('pushes', result.delivered ? 'delivered' : result.gone ? 'gone' : 'failed');
	// Logs neither names nor the URL, which is a secret.
	if (error !== null) console.warn(`The notification ${push.id} to ${push.host}: ${error}`);
	await asWorker(
		service.sql,
		(tx) => tx`
			select app.record_push(${push.id}, ${push.lease}, ${tx.json(recorded)},
				coalesce(${now}, clock_timestamp()))`,
	);
}

async function deliver(service: Service, push: ClaimedPush): Promise<PushResult> {
	const { keyring, outgoing, dashboardUrl } = service;
	const [keys, subscription] = await Promise.all([
		openPushKey(keyring, push.keys.public, fromBase64(push.keys.sealed_private)),
		openPushSubscription(keyring, push.subscription, fromBase64(push.sealed)),
	]);
	if (!keys || !subscription) {
		return {
			delivered: false,
			gone: false,
			retry_after: null,
			error: 'Its secrets cannot be decrypted: their key is unknown.',
		};
	}
	const { request } = push;
	return sendPush(outgoing, subscription, describePush(push, dashboardUrl), {
		keys,
		// Push services refuse other addresses, also where the dashboard is only on this machine.
		subject: `https://${new URL(dashboardUrl).host}`,
		seconds: request === null ? firstSeconds : secondsUntil(request.expires_at, service.clock),
		// A topic has at most 32 characters: a UUID without its hyphens.
		topic: (request?.id ?? push.subscription).replaceAll('-', ''),
	});
}

function secondsUntil(instant: string, clock: () => number = Date.now): number {
	return Math.max(0, Math.ceil((Date.parse(instant) - clock()) / 1_000));
}
