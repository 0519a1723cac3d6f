import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

import { limits } from '@feedback/contract';

import { OutgoingError } from '../../_shared/outgoing/outgoing-error.ts';
import { openDestinationSecret } from '../../_shared/secrets/destination-secret.ts';
import { misconfigured, outcomeOf, type Attempt } from '../attempt.ts';
import type { ClaimedDelivery } from '../claimed-delivery.ts';
import { describeMessage } from '../describe-message.ts';
import { cut } from '../email/plain-text.ts';
import type { Service } from '../service.ts';
import { findTrackerUrl, type TrackerPlace } from './find-tracker-url.ts';
import { writeIssueTitle } from './issue-title.ts';
import { TrackerApi } from './tracker-api.ts';
import { TrackerRefusal, type AnyTarget, type IssueDraft, type Tracker } from './tracker.ts';

/**
 * Creates an issue, or a comment on one. A tracker cannot say whether a request that was not answered took effect, so
 * every attempt but the first looks for what an earlier one created. Never rejects because of the tracker.
 */
export async function deliverIssue<Target extends AnyTarget>(
	service: Service,
	delivery: ClaimedDelivery,
	tracker: Tracker<Target>,
): Promise<Attempt> {
	const { site, destination, issue } = delivery;
	if (issue?.has_message) return { ...misconfigured(''), outcome: 'delivered', error: null };
	const sealed = new Uint8Array(Buffer.from(destination.sealed_token ?? '', 'base64'));
	const { keyring, outgoing, dashboardUrl } = service;
	const token = await openDestinationSecret(keyring, site.id, destination.id, 'token', sealed);
	if (token === undefined) {
		return misconfigured('The token of the tracker cannot be decrypted: its key is unknown.');
	}
	const message = describeMessage(delivery, dashboardUrl);
	const target = destination.tracker as Target;
	const draft: IssueDraft<Target> = {
		target,
		message,
		title: writeIssueTitle(message, delivery.message.type),
		marker: markDelivery(delivery),
		since: new Date(delivery.message.at),
	};
	const url = findTrackerUrl(destination as TrackerPlace);
	const api = new TrackerApi(outgoing, url, tracker.headers(token, target));
	const begun = performance.now();
	const finish = (given: Pick<Attempt, 'outcome'> & Partial<Attempt>): Attempt => ({
		...misconfigured(''),
		error: null,
		status: api.status,
		bytes: api.bytes,
		sha256: api.sha256,
		milliseconds: Math.round(performance.now() - begun),
		...given,
	});
	// What may have been created must be found by the next attempt.
	const settle = (seconds: number | null) => Math.max(seconds ?? 0, tracker.settleSeconds);
	try {
		const isRepeated = delivery.attempt > 1;
		if (issue) {
			const isThere = isRepeated && (await tracker.hasComment(api, draft, issue.key));
			if (!isThere) await tracker.createComment(api, draft, issue.key);
			return finish({ outcome: 'delivered', issue: { id: issue.id } });
		}
		const found = isRepeated ? await tracker.findIssue(api, draft) : undefined;
		const link = found ?? (await tracker.createIssue(api, draft));
		// Not the title in the tracker: it may contain words that are deleted with their response.
		const title = cut(message.title, limits.delivery.issueTitle);
		return finish({ outcome: 'delivered', issue: { ...link, title } });
	} catch (error) {
		if (error instanceof TrackerRefusal) {
			const { message: said, retryAfterSeconds, gone, stops } = error;
			const words = cut(said, limits.delivery.error);
			const wait = (api.status ?? 0) >= 500 ? settle(retryAfterSeconds) : retryAfterSeconds;
			return finish({ outcome: 'rejected', error: words, retryAfterSeconds: wait, gone, stops });
		}
		if (error instanceof OutgoingError) {
			const retryAfterSeconds = settle(null);
			return finish({ outcome: outcomeOf(error), error: error.message, retryAfterSeconds });
		}
		throw error;
	}
}

/** In the form of a UUID of version 4, which Linear requires of the IDs that callers choose. */
function markDelivery({ destination, message }: ClaimedDelivery): string {
	const hash = createHash('sha256').update(`${destination.id} ${message.id}`).digest();
	hash[6] = (hash[6]! & 0x0f) | 0x40;
	hash[8] = (hash[8]! & 0x3f) | 0x80;
	const hex = hash.toString('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20, 32),
	].join('-');
}
