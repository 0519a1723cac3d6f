import { writeFileSync } from 'node:fs';

import { toWriteFailure } from './settings/private-file.ts';

/** Writes a file; one that exists is replaced only when that was asked for. */
export function writeNewFile(path: string, text: string, force: boolean): void {
	try {
		writeFileSync(path, text, { flag: force ? 'w' : 'wx' });
	} catch (error) {
		throw toWriteFailure(path, error);
	}
}
