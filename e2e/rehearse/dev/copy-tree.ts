import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	cpSync,
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readlinkSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from '../../../server/layout/tree.ts';

/** Makes a folder a clone of this tree, with the changes that are not committed, and with its packages. */
export function copyTree(folder: string): void {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
	git('clone', '--quiet', '--shared', root, folder);
	const changed = git(
		'ls-files',
		'-z',
		'--modified',
		'--deleted',
		'--others',
		'--exclude-standard',
	);
	for (const path of new Set(changed.split('\0').filter(Boolean))) {
		const [from, to] = [join(root, path), join(folder, path)];
		if (existsSync(from)) cpSync(from, to, { recursive: true });
		else rmSync(to, { force: true });
	}
	for (const manifest of git('ls-files', 'package.json', '*/package.json').trim().split('\n')) {
		const packages = join(dirname(manifest), 'node_modules');
		if (existsSync(join(root, packages))) linkFiles(join(root, packages), join(folder, packages));
	}
}

/**
 * Copies a folder of packages as hard links. The tools' caches are left out; a package's link into the tree leads into
 * the copy, because it is relative.
 */
function linkFiles(from: string, to: string): void {
	mkdirSync(to, { recursive: true });
	for (const entry of readdirSync(from, { withFileTypes: true })) {
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
		else if (entry.isFile()) linkFile(source, target);
		else if (entry.isDirectory() && !caches.has(entry.name)) linkFiles(source, target);
	}
}

const caches = new Set(['.cache', '.vite', '.vite-temp', '.astro']);

function linkFile(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		// On another file system.
		copyFileSync(from, to);
	}
}
