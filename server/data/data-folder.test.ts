import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openDataFolder } from './data-folder.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the error for an unusable folder names it, the reason and the setting', () => {
	const file = join(folder, 'file');
	writeFileSync(file, '');
	const open = (path: string) => () => openDataFolder(path, new AsyncDisposableStack());
	expect(open(file)).toThrow(
		`The data folder ${file} cannot be used: it is a file, not a folder. Set FEEDBACK_DATA to a folder`,
	);
	expect(open(join(file, 'below'))).toThrow('a part of its path is a file, not a folder');
	const made = join(folder, 'made', 'below');
	expect(open(made)()).toBe(made);
});

// A separate mount, which ends with the process; only root may make one.
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

test.runIf(canMount)('the error names a read-only file system as the reason', () => {
	const data = join(folder, 'data');
	mkdirSync(data);
	const start = join(import.meta.dirname, '../demo/start.ts');
	const mount = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" "$3"';
	const { status, stderr } = spawnSync(
		'unshare',
		['--mount', 'sh', '-c', mount, 'sh', data, process.execPath, start],
		{ encoding: 'utf8', env: { ...process.env, FEEDBACK_DATA: data, FEEDBACK_PARTS: 'none' } },
	);
	expect(status).toBe(1);
	expect(stderr).toContain(`The data folder ${data} cannot be used: its file system is read-only.`);
	expect(stderr).not.toContain('EROFS');
	expect(existsSync(join(data, 'secrets.json'))).toBe(false);
});
