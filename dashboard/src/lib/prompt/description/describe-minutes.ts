import { count } from './describe-rule.ts';

/**
 * Describes a duration in the largest unit that divides it evenly; `…` while it is empty.
 *
 * @example
 * describeMinutes(1_440); // '1 day'
 */
export function describeMinutes(minutes: unknown): string {
	if (typeof minutes !== 'number' || !Number.isFinite(minutes)) return '…';
	if (minutes % 1_440 === 0) return count(minutes / 1_440, 'day');
	return minutes % 60 === 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute');
}
