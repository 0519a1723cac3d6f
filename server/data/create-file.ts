import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Creates a file with its whole content at once, which only its owner may read.
 *
 * @returns false if it exists already
 */
export function createFile(path: string, text: string): boolean {
	const draft = `${path}.${randomUUID()}`;
	writeFileSync(draft, text, { mode: 0o600 });
	try {
		// A hard link appears atomically, and fails if the name exists.
		linkSync(draft, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	} finally {
		rmSync(draft, { force: true });
	}
}
