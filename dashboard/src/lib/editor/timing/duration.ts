export const units = [
	{ seconds: 1, label: 'seconds' },
	{ seconds: 60, label: 'minutes' },
	{ seconds: 3_600, label: 'hours' },
] as const;

export type UnitSeconds = (typeof units)[number]['seconds'];

/**
 * The largest unit that divides a duration evenly.
 *
 * @example
 * fittingUnit(5_400); // 60, for 90 minutes
 */
export function fittingUnit(seconds: unknown): UnitSeconds {
	if (typeof seconds !== 'number' || seconds <= 0) return 1;
	return [...units].reverse().find((unit) => seconds % unit.seconds === 0)?.seconds ?? 1;
}
