import type { EventType } from '@feedback/contract';

import type { Tone } from '#lib/ui/Badge.svelte';

import { listUnconfirmed } from './list-unconfirmed.ts';
import type { Destination } from './read-destinations.ts';

/** Labels of the event types, in the order in which they are offered. */
export const eventTypeLabels: Record<EventType, string> = {
	'response.closed': 'Response closed',
	'response.created': 'Response created',
	'response.updated': 'Response updated',
	'prompt.published': 'Prompt published',
	'prompt.paused': 'Prompt paused',
	'budget.reached': 'Budget reached',
	'approval.requested': 'Approval requested',
	'approval.decided': 'Approval decided',
	'approval.expired': 'Approval expired',
	'visitor.erased': 'Visitor erased',
};

export type StateText = {
	tone: Tone;
	label: string;
	/** The meaning of the state, and what to do. */ note?: string;
};

/**
 * Describes the state of a destination.
 *
 * @example
 * describeState(destination).label; // 'paused'
 */
export function describeState(
	destination: Pick<Destination, 'state' | 'pause_cause' | 'failing_since' | 'recipients'>,
): StateText {
	if (destination.state === 'active') {
		const { recipients } = destination;
		if (recipients && listUnconfirmed(destination).length === recipients.length) {
			return {
				tone: 'warn',
				label: 'waiting for confirmation',
				note: 'Nothing is sent until a recipient has confirmed the address.',
			};
		}
		return destination.failing_since === null
			? { tone: 'good', label: 'active' }
			: {
					tone: 'bad',
					label: 'failing',
					note: 'Every attempt since then has failed. Each message is retried for three days.',
				};
	}
	switch (destination.pause_cause) {
		case 'failing':
			return {
				tone: 'bad',
				label: 'paused: failing',
				note: 'The service paused it because no delivery succeeded for days. Fix the receiver, then resume.',
			};
		case 'gone':
			return {
				tone: 'bad',
				label: 'paused: gone',
				note: 'The service paused it because the receiver answered that it no longer exists (status 410).',
			};
		case 'person':
		case null:
			return {
				tone: 'warn',
				label: 'paused',
				note: 'A person paused it. Waiting messages are kept, and no new ones are added.',
			};
	}
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Options for the day of a weekly digest: 1 is Monday. */
export const weekdayOptions = weekdays.map((label, index) => ({ value: index + 1, label }));

/** @example formatHour(9); // '09:00' */
export function formatHour(hour: number): string {
	return `${String(hour).padStart(2, '0')}:00`;
}

/**
 * Describes when e-mails are sent.
 *
 * @example
 * describeSchedule({ every: 'day', hour: 9, time_zone: 'Europe/Vienna' }); // 'every day at 09:00 (Europe/Vienna)'
 */
export function describeSchedule(schedule: NonNullable<Destination['schedule']>): string {
	if (schedule.every === 'message') return 'at once';
	const at = `at ${formatHour(schedule.hour)} (${schedule.time_zone})`;
	return schedule.every === 'day'
		? `every day ${at}`
		: `every ${weekdays[schedule.weekday - 1]} ${at}`;
}
