// If storage is absent, forbidden, full or frozen, memory is used instead. Memory also keeps a copy of what this page
// has read and written: an app that clears the storage must not change who the visitor is.
import { fromJson, toJson } from './json.ts';
import { settings } from './settings.ts';

type Area = 'localStorage' | 'sessionStorage';

/** A name that no window has. */
const nowhere = '' as Area;

/** `isOnly`: storage does not have this value, so it hides the stored one. */
type Copy = { json: string; isOnly: boolean };

const copies = new Map<string, Copy>();
const prefix = () => `feedback:${settings.siteId}:`;

function attempt<T>(use: () => T): T | undefined {
	try {
		return use();
	} catch {}
}

/** Forgets copies of what other tabs have changed. */
export function watchStorage(): void {
	addEventListener('storage', forget);
}

// Without a key, another tab has cleared the storage.
function forget({ key }: StorageEvent): void {
	if (key && !copies.get(key)?.isOnly) copies.delete(key);
}

/** The JSON stored under a key; empty without one. */
export function readText(key: string, area: Area = 'localStorage'): string {
	const name = prefix() + key;
	const copy = copies.get(name);
	if (copy?.isOnly) return copy.json;
	const stored = attempt(() => window[area].getItem(name));
	if (stored) copies.set(name, { json: stored, isOnly: false });
	else if (copy) put(name, copy.json, area);
	return stored || copy?.json || '';
}

export function read(key: string, area?: Area): unknown {
	return attempt(() => fromJson(readText(key, area)));
}

/** Writes a value; without a value, removes the entry. */
export function write(key: string, value?: unknown, area: Area = 'localStorage'): void {
	put(prefix() + key, toJson(value), area);
}

function put(name: string, json: string, area: Area): void {
	let isOnly = false;
	try {
		// Data that a preview stored on the device would later be sent as if it were real.
		const storage = window[settings.preview ? nowhere : area];
		if (json) storage.setItem(name, json);
		else storage.removeItem(name);
	} catch {
		isOnly = true;
	}
	if (json || isOnly) copies.set(name, { json, isOnly });
	else copies.delete(name);
}

/** Keys that begin with `start`, some twice. Takes as long as the storage of the page is large. */
export function findKeys(start: string): string[] {
	const begin = prefix() + start;
	return [...(attempt(() => Object.keys(localStorage)) ?? []), ...copies.keys()]
		.filter((name) => name.startsWith(begin) && copies.get(name)?.json !== '')
		.map((name) => start + name.slice(begin.length));
}
