import { reasons } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

export type Verdict = RouteOutput<'why'>['prompts'][number];
export type Reason = Verdict['reason'];

/** Whether this prompt's own rules would display it. */
export function isShown(reason: Reason): boolean {
	return reason === 'displayed' || reason === 'waiting';
}

/**
 * A short result for the badge of a prompt.
 *
 * @example
 * formatReason('site_cooldown'); // 'site cooldown'
 */
export function formatReason(reason: Reason): string {
	return reason.replaceAll('_', ' ');
}

/** Describes a verdict: the rules as they are evaluated now, not the recorded decision. */
export function explainVerdict({ reason }: Pick<Verdict, 'reason'>): string {
	if (reason === 'displayed') return 'Every rule passes: it is displayed.';
	if (reason === 'waiting')
		return 'Every rule passes. It waits; the rules are evaluated again when it could be displayed.';
	if (reason === 'lost_priority') return 'Its own rules pass, but another prompt takes precedence.';
	return reasons[reason];
}
