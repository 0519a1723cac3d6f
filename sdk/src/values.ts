// The checks that need no server. Everything else about names and values is the service's to judge.

export const namePattern = /^[A-Za-z0-9][\w.:-]{0,159}$/;

export function isEventName(name: unknown): name is string {
	return typeof name === 'string' && namePattern.test(name);
}

/**
 * The first key whose value is not a string, a finite number, a boolean or `null`. JSON would quietly turn
 * NaN into null and a date into text; all else is left to the service.
 */
export function findWrongKey(values?: object | null): string | undefined {
	return Object.entries(values ?? {}).find(
		([, value]) => value != null && !/^(st|bo)/.test(typeof value) && !Number.isFinite(value),
	)?.[0];
}
