import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../server/layout/tree.ts';

test('a test run leaves no temporary files, even when a test fails', () => {
	const outer = mkdtempSync(join(tmpdir(), 'feedback-outer-'));
	const name = `gates/leaves-a-folder-${process.pid}.test.ts`;
	// The file has to match the globs of the tests.
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
