import { reasons } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

export type RecentEvent = RouteOutput<'listEvents'>['items'][number];
export type Outcome = 'displayed' | 'waiting' | 'not_asked' | 'undecided';

/** Outcome of an event, for colours and icons. */
export function outcomeOf({ reason }: Pick<RecentEvent, 'reason'>): Outcome {
	if (reason === null) return 'undecided';
	return reason === 'displayed' || reason === 'waiting' ? reason : 'not_asked';
}

/**
 * Describes the decision about an event.
 *
 * @example
 * explainDecision({ reason: 'answered' }); // 'This person has answered this prompt.'
 */
export function explainDecision({ reason }: Pick<RecentEvent, 'reason'>): string {
	// Events from the offline queue arrive too late to display a prompt.
	return reason === null ? 'Recorded only; no decision was requested.' : reasons[reason];
}
