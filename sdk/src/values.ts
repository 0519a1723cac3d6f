// The checks that need no server. Everything else about names and values is the service's to judge.

export const namePattern = /^[A-Za-z0-9][\w.:-]{0,159}$/;

export function isEventName(name: unknown): name is string {
	return typeof name === 'string' && namePattern.test(name);
}

/**
 * The first key whose value is not a string, a finite number, a boolean or `null`. JSON would quietly turn
 * NaN into null and a date into text; all else is left to the service.
 */
export function findWrongKey(values: Record<string, unknown>): string | undefined {
	return Object.keys(values).find(
		(key) => !/^(st|bo)/.test(typeof values[key]) && !Number.isFinite(values[key] ?? 0),
	);
}
