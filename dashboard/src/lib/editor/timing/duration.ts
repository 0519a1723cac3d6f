export const units = [
	{ seconds: 1, label: 'seconds' },
	{ seconds: 60, label: 'minutes' },
	{ seconds: 3_600, label: 'hours' },
	{ seconds: 86_400, label: 'days' },
] as const;

export type UnitSeconds = (typeof units)[number]['seconds'];

/** The units for a field that takes durations up to some hours, or only multiples of `least` seconds up to some days. */
export function unitsFrom(least: UnitSeconds) {
	return units.filter(({ seconds }) => seconds >= least && (least > 1 || seconds < 86_400));
}

/**
 * The largest unit that divides a duration evenly.
 *
 * @example
 * fittingUnit(5_400); // 60, for 90 minutes
 */
export function fittingUnit(seconds: unknown, least: UnitSeconds = 1): UnitSeconds {
	if (typeof seconds !== 'number' || seconds <= 0) return least;
	const fitting = unitsFrom(least).findLast((unit) => seconds % unit.seconds === 0);
	return fitting?.seconds ?? least;
}
