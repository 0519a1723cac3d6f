import { writeFileSync } from 'node:fs';

import { toWriteFailure } from './settings/private-file.ts';

/** Writes a file; replaces an existing one only with `force`. */
export function writeNewFile(path: string, text: string, force: boolean): void {
	try {
		writeFileSync(path, text, { flag: force ? 'w' : 'wx' });
	} catch (error) {
		throw toWriteFailure(path, error);
	}
}
