import { reasons } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

export type Verdict = RouteOutput<'why'>['prompts'][number];
export type Reason = Verdict['reason'];

/** Whether the prompt would have been shown, as far as the rules of this prompt go. */
export function isShown(reason: Reason): boolean {
	return reason === 'displayed' || reason === 'waiting';
}

/**
 * What became of a prompt, short, for its badge.
 *
 * @example
 * nameReason('site_cooldown'); // 'site cooldown'
 */
export function nameReason(reason: Reason): string {
	return reason.replaceAll('_', ' ');
}

/** A verdict in a sentence; of rules that are judged now, not of what happened. */
export function explainVerdict({ reason }: Pick<Verdict, 'reason'>): string {
	if (reason === 'displayed') return 'Every rule passes: it is displayed.';
	if (reason === 'waiting')
		return 'Every rule passes; it has a delay, and is judged again after it.';
	if (reason === 'lost_priority') return 'Its own rules pass, but another prompt comes first.';
	return reasons[reason];
}
