import { eventNameSchema } from '@feedback/contract';
import { findClosestWord } from '@feedback/contract/prompt-file';

import type { SeenEvent } from '../read-seen.ts';

export type JudgedName = {
	name: string;
	/** Events within the last 30 days; undefined while nobody knows. */
	events: number | undefined;
	/** The name that was probably meant, where this one was never seen. */
	meant?: string;
};

/**
 * Each name of a trigger with how often it came, and with the closest one where it never did.
 *
 * @example
 * judgeNames(['report.exportd'], seen)[0].meant; // 'report.exported'
 */
export function judgeNames(
	names: readonly string[],
	seen: readonly SeenEvent[] | undefined,
): JudgedName[] {
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

/** False for a name that no app can report. */
export function isEventName(name: string): boolean {
	return eventNameSchema.safeParse(name).success;
}
