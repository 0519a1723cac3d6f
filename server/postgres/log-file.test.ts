import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openLogFile } from './log-file.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('lines are appended to a file that only its owner can read', async () => {
	for (const line of ['one', 'two']) {
		const log = openLogFile(folder, 'a.log');
		log.write(line);
		log.close();
		await expect.poll(() => readFileSync(join(folder, 'a.log'), 'utf8')).toContain(line);
	}
	expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('one\ntwo\n');
	expect(statSync(join(folder, 'a.log')).mode & 0o777).toBe(0o600);
});

test('full files are replaced, and the oldest are deleted', async () => {
	const log = openLogFile(folder, 'a.log', '10K');
	const line = 'x'.repeat(1_000);
	for (let turn = 0; turn < 300; turn++) {
		log.write(`${turn} ${line}`);
		if (turn % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
	}
	log.close();
	const last = () =>
		existsSync(join(folder, 'a.log')) && readFileSync(join(folder, 'a.log'), 'utf8');
	await expect.poll(last).toContain('299 x');
	const files = readdirSync(folder).filter((name) => name.startsWith('a.log.'));
	expect(files).toHaveLength(7);
});

test('a deleted folder causes no error', async () => {
	const log = openLogFile(folder, 'a.log', '1K');
	rmSync(folder, { recursive: true });
	for (let turn = 0; turn < 20; turn++) {
		log.write('x'.repeat(500));
		await new Promise((resolve) => setImmediate(resolve));
	}
	log.close();
});
