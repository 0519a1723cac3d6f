// The service's limits for what apps pass: a value that it would refuse must not reach the queue.
import {
	accountLength,
	missingAccount,
	valueBytes,
	valueKeyLength,
	valueKeys,
	valueStringLength,
} from '@feedback/contract/shared-limits';
import type { Value, Values } from '@feedback/contract/wire';

import { toRecord } from './json.ts';

/** A NUL character, or half of a surrogate pair. */
const unsafe = /[\0\ud800-\udfff]/u;

export function isAccount(account: unknown): account is string {
	return (
		typeof account === 'string' &&
		account.length <= accountLength &&
		!missingAccount.test(account) &&
		!unsafe.test(account)
	);
}

/**
 * Copies traits or properties; `bad` has the keys of those that are not allowed, or an empty key when nothing can be
 * read. Never throws, whatever the page passes.
 */
export function checkValues(given: unknown): { good: Values; bad: string[] } {
	const good = toRecord(0) as Values;
	const bad: string[] = [];
	let keys: string[] = [];
	let characters = 0;
	let count = 0;
	try {
		if (typeof (given ?? {}) !== 'object' || Array.isArray(given)) throw given;
		keys = Object.keys(given ?? {});
	} catch {
		bad.push('');
	}
	for (const key of keys) {
		let value: unknown = bad;
		try {
			value = (given as Values)[key];
		} catch {
			// What cannot be read is not allowed.
		}
		// Left out, as in JSON.
		if (value === undefined) continue;
		const text = typeof value === 'string' ? value : '';
		characters += key.length + text.length;
		if (
			(text === value || typeof value === 'boolean' || value === null || Number.isFinite(value)) &&
			key.length <= valueKeyLength &&
			text.length <= valueStringLength &&
			characters <= valueBytes &&
			++count <= valueKeys &&
			!unsafe.test(key + text)
		) {
			good[key] = value as Value;
		} else bad.push(key);
	}
	return { good, bad };
}
