import type { AttemptOutcome } from '@feedback/contract';

import type { Tone } from '#lib/ui/Badge.svelte';

import { eventTypeLabels } from './describe-destination.ts';
import type { Attempt, Delivery } from './read-destinations.ts';

export const deliveryStateLabels: Record<Delivery['state'], string> = {
	waiting: 'waiting',
	delivered: 'delivered',
	failed: 'failed',
	cancelled: 'cancelled',
};

export const deliveryTones: Record<Delivery['state'], Tone> = {
	waiting: 'warn',
	delivered: 'good',
	failed: 'bad',
	cancelled: 'neutral',
};

/** Returns the label of a delivery type. */
export function describeType(type: Delivery['type']): string {
	if (type === 'digest') return 'Digest';
	return type === 'selection' ? 'Responses from a member' : eventTypeLabels[type];
}

const outcomes: Record<AttemptOutcome, string> = {
	delivered: 'Accepted',
	rejected: 'Rejected',
	unreachable: 'Not reachable',
	timeout: 'No complete answer in time',
	misconfigured: 'Not sent, because of its settings',
};

/**
 * Describes how an attempt ended.
 *
 * @example
 * describeAttempt(attempt); // 'Rejected with status 500 after 41 ms'
 */
export function describeAttempt({
	outcome,
	status,
	milliseconds,
}: Pick<Attempt, 'outcome' | 'status' | 'milliseconds'>): string {
	const answer = status === null ? '' : ` with status ${status}`;
	const duration =
		milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
	return `${outcomes[outcome]}${answer} after ${duration}`;
}
