import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { listFiles } from './tree.ts';
import { root } from '../server/layout/tree.ts';

type Manifest = { name: string; version: string; bin?: Record<string, string> };

const bins = listFiles('*/package.json').flatMap((path) => {
	const { version, bin = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
	const room = path.replace('/package.json', '');
	return Object.entries(bin).map(([name, file]) => ({ name, path: join(room, file), version }));
});

// npm links a command only if its file exists during the installation, so the file has to be committed.
test.each(bins)('in a clone, npm links $name', ({ path }) => {
	expect(listFiles(path)).toEqual([path]);
});

test('in a clone, feedback runs before anything is built', () => {
	const { path, version } = bins.find(({ name }) => name === 'feedback')!;
	const run = (...argv: string[]) =>
		spawnSync(process.execPath, [join(root, path), ...argv], { encoding: 'utf8' });
	expect(run('--version')).toMatchObject({ stdout: `${version}\n`, stderr: '', status: 0 });
	expect(run('prompt', 'schema').stdout).toContain('"survey_id"');
});
