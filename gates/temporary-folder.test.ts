import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './tree.ts';

test('a run of the tests leaves nothing in the temporary directory, also when one fails', () => {
	const outer = mkdtempSync(join(tmpdir(), 'feedback-outer-'));
	const name = `gates/leaves-a-folder-${process.pid}.test.ts`;
	// Only a file that the globs of the tests find is run.
	writeFileSync(
		join(root, name),
		`import { mkdtempSync, writeFileSync } from 'node:fs';
		import { tmpdir } from 'node:os';
		import { join } from 'node:path';
		import { expect, test } from 'vitest';
		test('leaves a folder', () => {
			writeFileSync(join(mkdtempSync(join(tmpdir(), 'left-')), 'file'), '');
			expect(tmpdir()).toBe(${JSON.stringify(outer)});
		});`,
	);
	try {
		const vitest = join(root, 'node_modules/vitest/vitest.mjs');
		const { stdout, stderr, status } = spawnSync(process.execPath, [vitest, 'run', name], {
			cwd: root,
			encoding: 'utf8',
			env: { ...process.env, TMPDIR: outer, FEEDBACK_TEST_FOLDER: '', NO_COLOR: '1' },
		});
		expect(status).toBe(1);
		expect(stdout + stderr).toContain(`Received: "${join(outer, 'feedback-tests-')}`);
		expect(readdirSync(outer)).toEqual([]);
	} finally {
		rmSync(join(root, name));
		rmSync(outer, { recursive: true });
	}
});
