import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { expect, inject, it, onTestFinished } from 'vitest';

import { root } from '../../server/layout/tree.ts';
import { run } from '../../testing/run.ts';

it('`npm run misses` finds the file where the command was typed, and lists what is found now', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-misses-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const counts = { no_result: 2, no_click: 1, clicked: 0, last_day: '2026-11-29' };
	const searches = ['delay in seconds', 'qwxzjkv'].map((words) => ({ words, ...counts }));
	const file = join(folder, 'searches.json');
	writeFileSync(file, JSON.stringify({ searches }));
	const { code, output } = await run('npm', [
		...['run', 'misses', '--silent', '-w', '@feedback/search-questions', '--'],
		relative(root, file),
		relative(root, inject('builtSite')),
	]);
	expect(code, output).toBe(0);
	const [known, unknown] = output.split('qwxzjkv');
	expect(known).toContain('delay in seconds  (2 without a result, 1 without a click)');
	expect(known).toContain('/prompts/timing/#wait-before-showing-delay_seconds');
	expect(unknown).toBe('  (2 without a result, 1 without a click)\n  nothing\n');
});
