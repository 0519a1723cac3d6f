import { eventNameSchema } from '@feedback/contract';
import { findClosestWord } from '@feedback/contract/prompt-file';

import type { KnownEvent } from '../read-suggestions.ts';

export type CheckedName = {
	name: string;
	/** Events within the last 30 days; undefined while it loads. */
	events: number | undefined;
	/** The closest known name, if this name is unknown. */
	meant?: string;
};

/**
 * Counts the events of each name in a trigger, and suggests the closest known name for an unknown one.
 *
 * @example
 * checkEventNames(['report.exportd'], seen)[0].meant; // 'report.exported'
 */
export function checkEventNames(
	names: readonly string[],
	seen: readonly KnownEvent[] | undefined,
): CheckedName[] {
	const byName = new Map(seen?.map((one) => [one.name, one]));
	return names.map((name) => {
		if (!seen) return { name, events: undefined };
		const known = byName.get(name);
		if (known && known.events > 0) return { name, events: known.events };
		const others = seen.map((one) => one.name).filter((other) => !names.includes(other));
		const meant = known ? undefined : findClosestWord(name, others);
		return { name, events: 0, ...(meant !== undefined && { meant }) };
	});
}

/** Whether this is a valid event name. */
export function isEventName(name: string): boolean {
	return eventNameSchema.safeParse(name).success;
}
