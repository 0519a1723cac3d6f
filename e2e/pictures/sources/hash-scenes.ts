import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { hashFiles } from './hash-files.ts';

const scenes = join(import.meta.dirname, '..');

/** Hash of the scenes, which determine the pictures and what happens in them. */
export function hashScenes(): string {
	const entries = readdirSync(scenes, { withFileTypes: true });
	const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
	return hashFiles(scenes, names);
}
