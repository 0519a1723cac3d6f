import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hash of the files' names and contents, in whatever order they are given. */
export function hashFiles(folder: string, names: Iterable<string>): string {
	const hash = createHash('sha256');
	for (const name of [...new Set(names)].toSorted()) {
		hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
	}
	return hash.digest('hex');
}
