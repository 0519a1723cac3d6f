import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { runAlone } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const day = 86_400;

it.each([
	['long ago', -day],
	['while the clock was ahead', day],
])('a lock that was left %s is taken over', async (_, seconds) => {
	const path = join(folder, `lock-${seconds}`);
	writeFileSync(path, '');
	const at = Date.now() / 1_000 + seconds;
	utimesSync(path, at, at);
	expect(await runAlone(path, () => Promise.resolve('run'))).toBe('run');
	expect(existsSync(path)).toBe(false);
});
