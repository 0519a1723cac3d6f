import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import { setMember } from '../condition/subjects.ts';

export type Show = NonNullable<PromptContent['limits']['show']>;
/** Values that the current choice does not use. */
export type RememberedLimits = { times?: unknown; again_after_days?: unknown };

/**
 * Changes how often one person sees the prompt. `times` applies to one choice, and `again_after_days` to all except
 * `once`; both are restored when they apply again.
 *
 * @example
 * changeShow(limits, 'times', {}); // { show: 'times', times: 3 }
 */
export function changeShow(
	limits: PromptContent['limits'],
	next: Show,
	remembered: RememberedLimits,
): void {
	const members = limits as Record<string, unknown>;
	if (members['times'] !== undefined) remembered.times = members['times'];
	if (members['again_after_days'] !== undefined)
		remembered.again_after_days = members['again_after_days'];
	members['show'] = next;
	setMember(members, 'times', next === 'times' ? (remembered.times ?? 3) : undefined);
	setMember(members, 'again_after_days', next === 'once' ? undefined : remembered.again_after_days);
}
