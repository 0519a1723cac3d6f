import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Comment lines, in this repository's style. */
const commentLines = /^\s*(\/\/|\/?\*).*\n/gm;

/** Hashes the files' names and contents, in any order. Ignores comments in code, because they render nothing. */
export function hashFiles(folder: string, names: Iterable<string>): string {
	const hash = createHash('sha256');
	for (const name of [...new Set(names)].toSorted()) {
		const text = readFileSync(join(folder, name), 'utf8');
		const isCode = /\.(ts|svelte)$/.test(name);
		hash.update(`${name}\n`).update(isCode ? text.replaceAll(commentLines, '') : text);
	}
	return hash.digest('hex');
}
