import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../server/layout/tree.ts';

/** Paths of tracked and untracked files that git does not ignore, relative to the root. */
export function listFiles(...patterns: string[]): string[] {
	const listed = execFileSync(
		'git',
		['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns],
		{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
	);
	return [...new Set(listed.split('\0'))].filter((path) => path && existsSync(join(root, path)));
}
