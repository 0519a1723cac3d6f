import { limits, valuesSchema } from '@feedback/contract';

import type { Guards } from '../_shared/http/body.ts';

/** A body with traits that are allowed, and the names of those that are not, as far as names are allowed. */
type Checked = { body: unknown; dropped: string[] };

/**
 * Leaves out the traits that are not allowed, so that they do not keep the account from being connected. Today's SDK
 * checks them itself and tells the app; those of earlier releases do not.
 */
export function dropWrongTraits(body: unknown, guards: Guards): Checked {
	if (!isObject(body) || !isObject(body['identify'])) return { body, dropped: [] };
	const { traits, ...identify } = body['identify'];
	if (traits === undefined) return { body, dropped: [] };
	const good: [string, unknown][] = [];
	const dropped: string[] = isObject(traits) ? [] : [''];
	for (const entry of Object.entries(isObject(traits) ? traits : {})) {
		if (good.length < limits.values.keys && fits([...good, entry], entry, guards)) good.push(entry);
		else dropped.push(entry[0]);
	}
	return {
		body: { ...body, identify: { ...identify, traits: Object.fromEntries(good) } },
		dropped: dropped.slice(0, limits.values.keys).map(shorten),
	};
}

function shorten(name: string): string {
	return name.slice(0, limits.values.key).toWellFormed();
}

function fits(all: [string, unknown][], entry: [string, unknown], guards: Guards): boolean {
	try {
		guards.checkValue(Object.fromEntries([entry]), '');
	} catch {
		return false;
	}
	return valuesSchema.safeParse(Object.fromEntries(all)).success;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
