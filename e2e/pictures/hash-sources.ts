import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** File beside the pictures with the hash of their sources. */
export const sourcesFile = join(root, 'content/images/dashboard/sources.sha256');

/**
 * Hash of the scenes, which decide what pictures there are and what happens in them. The dashboard and the demo are not
 * part of it, because most of their changes are not to be seen in a picture.
 */
export function hashPictureSources(): string {
	const hash = createHash('sha256');
	for (const name of readdirSync(import.meta.dirname).toSorted()) {
		hash.update(`${name}\n`).update(readFileSync(join(import.meta.dirname, name)));
	}
	return hash.digest('hex');
}
