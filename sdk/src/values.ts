// The checks that need no server. The service checks everything else about names and values.

export const namePattern = /^[A-Za-z0-9][\w.:-]{0,159}$/;

export function isEventName(name: unknown): name is string {
	return typeof name === 'string' && namePattern.test(name);
}

/**
 * The first key whose value is not a string, a finite number, a boolean or `null`. JSON would quietly turn
 * NaN into null and a date into text; the service checks everything else.
 */
export function findWrongKey(values: Record<string, unknown>): string | undefined {
	return Object.keys(values).find(
		(key) => !/^(st|bo)/.test(typeof values[key]) && !Number.isFinite(values[key] ?? 0),
	);
}
