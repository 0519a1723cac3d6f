import { limits, valuesSchema } from '@feedback/contract';

import type { Guards } from '../_shared/http/body.ts';

/**
 * Leaves out the traits that are not allowed, so that they do not keep the account from being connected. Today's SDK
 * checks them itself and tells the app; those of earlier releases do not.
 */
export function dropWrongTraits(body: unknown, guards: Guards): unknown {
	if (!isObject(body) || !isObject(body['identify'])) return body;
	const { traits, ...identify } = body['identify'];
	if (traits === undefined) return body;
	const good: [string, unknown][] = [];
	for (const entry of Object.entries(isObject(traits) ? traits : {})) {
		if (good.length < limits.values.keys && fits([...good, entry], entry, guards)) good.push(entry);
	}
	return { ...body, identify: { ...identify, traits: Object.fromEntries(good) } };
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
