import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { type FileReaction, watchFiles } from './watch-files.ts';

async function watchFolder(...reactions: FileReaction[]) {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-watch-'));
	const watch = await watchFiles([folder], reactions);
	onTestFinished(async () => {
		await watch.stop();
		rmSync(folder, { recursive: true });
	});
	return { save: (name: string, text = '') => writeFileSync(join(folder, name), text) };
}

function collectNames(matches: (path: string) => boolean): FileReaction & { names: Set<string> } {
	const names = new Set<string>();
	return {
		names,
		matches,
		react: async (files) => files.forEach((file) => names.add(basename(file))),
	};
}

test("each saved file reaches the reactions that match; tests, editors' copies and hidden files do not", async () => {
	const sql = collectNames((path) => path.endsWith('.sql'));
	const all = collectNames(() => true);
	const { save } = await watchFolder(sql, all);
	for (const name of ['a.test.ts', 'a.ts~', '.a.ts.swp', 'a.sql', 'b.sql', 'c.ts']) save(name);
	await expect.poll(() => [...all.names].sort()).toEqual(['a.sql', 'b.sql', 'c.ts']);
	expect([...sql.names].sort()).toEqual(['a.sql', 'b.sql']);
});

test('the last of many saves is handled, and never two at the same time', async () => {
	let running = 0;
	let mostRunning = 0;
	let seen = '';
	const { save } = await watchFolder({
		matches: () => true,
		async react([file]) {
			running += 1;
			mostRunning = Math.max(mostRunning, running);
			seen = readFileSync(file!, 'utf8');
			await wait(50);
			running -= 1;
		},
	});
	for (let round = 1; round <= 20; round += 1) {
		save('a.ts', `${round}`);
		await wait(15);
	}
	await expect.poll(() => seen).toBe('20');
	expect(mostRunning).toBe(1);
});

test('a save right after a reaction has ended is handled', async () => {
	let seen = '';
	let changes = 0;
	let end: () => void;
	const ended = new Promise<void>((resolve) => (end = resolve));
	const { save } = await watchFolder({
		matches() {
			changes += 1;
			if (changes === 2) {
				end();
				setTimeout(() => save('a.ts', 'third'), 10);
			}
			return true;
		},
		async react([file]) {
			seen = readFileSync(file!, 'utf8');
			await ended;
		},
	});
	save('a.ts', 'first');
	await expect.poll(() => seen).toBe('first');
	save('a.ts', 'second');
	await expect.poll(() => seen).toBe('third');
});
