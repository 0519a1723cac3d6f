import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ReadFile } from './create-registry.ts';

/** Reads the registry's files from the folders; the first that has a file counts. */
export function readFolder(...folders: string[]): ReadFile {
	return async (path) => {
		for (const folder of folders) {
			const bytes = await readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
				throw error;
			});
			if (bytes) return bytes;
		}
		return undefined;
	};
}
