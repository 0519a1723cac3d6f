// If storage is absent, forbidden, full or frozen, memory is used instead.
import { settings } from './settings.ts';

type Area = 'localStorage' | 'sessionStorage';

/** A name that no window has. */
const nowhere = '' as Area;

const memory = new Map<string, string>();
const prefix = () => `feedback:${settings.siteId}:`;

function attempt<T>(use: () => T): T | undefined {
	try {
		return use();
	} catch {}
}

/** The JSON stored under a key; empty without one. */
export function readText(key: string, area: Area = 'localStorage'): string {
	const name = prefix() + key;
	return memory.get(name) ?? attempt(() => window[area].getItem(name)) ?? '';
}

export function read<T>(key: string, area?: Area): T | undefined {
	return attempt(() => JSON.parse(readText(key, area)));
}

/** Empty when there is no list. */
export function readList<T>(key: string, area?: Area): T[] {
	const list = read(key, area);
	return Array.isArray(list) ? list : [];
}

/** Writes a value; without a value, removes the entry. */
export function write(key: string, value?: unknown, area: Area = 'localStorage'): void {
	const name = prefix() + key;
	const json = JSON.stringify(value);
	memory.delete(name);
	try {
		// Data that a preview stored on the device would later be sent as if it were real.
		const storage = window[settings.preview ? nowhere : area];
		if (json) storage.setItem(name, json);
		else storage.removeItem(name);
	} catch {
		// An empty value hides the stored one.
		memory.set(name, json ?? '');
	}
}

/** Sorted keys that begin with `start`. */
export function findKeys(start: string): string[] {
	return [...new Set([...(attempt(() => Object.keys(localStorage)) ?? []), ...memory.keys()])]
		.filter((name) => name.startsWith(prefix() + start) && memory.get(name) !== '')
		.map((name) => name.slice(prefix().length))
		.sort();
}
