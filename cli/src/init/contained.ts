import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Failure } from '../failure.ts';

/** The folder beyond which symbolic links of an app are not followed: its repository, or the app itself without one. */
export function findBoundary(root: string): string {
	for (let folder = root; ; folder = dirname(folder)) {
		if (existsSync(join(folder, '.git'))) return folder;
		if (folder === dirname(folder)) return root;
	}
}

/** Whether a path, which need not exist, is in the folder once all symbolic links are resolved. */
export function isContained(folder: string, path: string): boolean {
	const real = resolveExisting(path);
	if (real === undefined) return false;
	const top = realpathSync(folder);
	for (let one = real; ; one = dirname(one)) {
		if (one === top) return true;
		if (one === dirname(one)) return false;
	}
}

/** Throws for a path that leaves the folder through a symbolic link: a repository may contain links to anywhere. */
export function refuseOutside(folder: string, path: string): void {
	if (isContained(folder, path)) return;
	throw new Failure('unwritable_file', `${path} is a symbolic link to outside ${folder}.`, {
		hint: 'Links are followed only within the repository. Replace the link by the file, or run the command where the file is.',
	});
}

/** The real path of what exists of a path; undefined if a link points to nothing. */
function resolveExisting(path: string): string | undefined {
	for (let one = path; ; one = dirname(one)) {
		if (existsSync(one)) return realpathSync(one);
		if (lstatSync(one, { throwIfNoEntry: false })) return undefined;
		if (one === dirname(one)) return one;
	}
}
