import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A note that lists files with uncommitted changes, because the wizard's edits would mix with them. */
export function listDirty(root: string, paths: string[]): string[] {
	if (paths.length === 0 || !isInRepository(root)) return [];
	const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--', ...paths], {
		cwd: root,
		encoding: 'utf8',
		timeout: 5_000,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	if (status !== 0) return [];
	const dirty = stdout.split('\n').filter((line) => line && !line.startsWith('??'));
	return dirty.length === 0
		? []
		: [`Not committed yet: ${dirty.map((line) => line.slice(3)).join(', ')}.`];
}

function isInRepository(root: string): boolean {
	for (let folder = root; ; folder = dirname(folder)) {
		if (existsSync(join(folder, '.git'))) return true;
		if (folder === dirname(folder)) return false;
	}
}
