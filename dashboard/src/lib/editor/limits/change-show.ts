import { setMember } from '../condition/subjects.ts';
import type { PromptContent } from '../working-copy.svelte.ts';

export type Show = NonNullable<PromptContent['limits']['show']>;
/** What was typed for a way that is not chosen now. */
export type LeftLimits = { times?: unknown; again_after_days?: unknown };

/**
 * Chooses how often one person sees the prompt. `times` goes with one way only, and the days between two
 * displays with all but one: what was typed for them comes back with the way it was typed for.
 *
 * @example
 * changeShow(limits, 'times', {}); // { show: 'times', times: 3 }
 */
export function changeShow(limits: PromptContent['limits'], next: Show, left: LeftLimits): void {
	const held = limits as Record<string, unknown>;
	if (held['times'] !== undefined) left.times = held['times'];
	if (held['again_after_days'] !== undefined) left.again_after_days = held['again_after_days'];
	held['show'] = next;
	setMember(held, 'times', next === 'times' ? (left.times ?? 3) : undefined);
	setMember(held, 'again_after_days', next === 'once' ? undefined : left.again_after_days);
}
