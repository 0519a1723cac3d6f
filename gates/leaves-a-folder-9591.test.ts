import { mkdtempSync, writeFileSync } from 'node:fs';
		import { tmpdir } from 'node:os';
		import { join } from 'node:path';
		import { expect, test } from 'vitest';
		test('leaves a folder', () => {
			writeFileSync(join(mkdtempSync(join(tmpdir(), 'left-')), 'file'), '');
			expect(tmpdir()).toBe("/dev/shm/feedback-tests-fFxvRH/feedback-outer-KfqvtM");
		});