import { mkdirSync, writeFileSync } from 'node:fs';

import { toWriteFailure } from './settings/private-file.ts';

/** Writes a file; replaces an existing one only with `force`. */
export function writeNewFile(path: string, text: string, force: boolean): void {
	try {
		writeFileSync(path, text, { flag: force ? 'w' : 'wx' });
	} catch (error) {
		throw toWriteFailure(path, error);
	}
}

/** Makes a folder for files, if it is missing. */
export function makeFolder(path: string): void {
	try {
		mkdirSync(path, { recursive: true });
	} catch (error) {
		throw toWriteFailure(path, error);
	}
}
