import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { isRoot } from '../postgres/folder-owner.ts';
import { adminOwner } from './admin.ts';
import { CommandFailure } from './command-failure.ts';
import { init } from './init.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-admin-'));
const data = join(folder, 'data');
const file = join(folder, 'feedback.yaml');

beforeAll(() => {
	vi.spyOn(console, 'log').mockReturnValue();
	vi.spyOn(console, 'error').mockReturnValue();
	init({ file, data, publicUrl: 'https://feedback.example.com' });
});
afterAll(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const makeLink = () => adminOwner(file, { email: 'ada@example.com' });

test('a link needs a first start, and the command says so', async () => {
	await expect(makeLink()).rejects.toThrow(CommandFailure);
	await expect(makeLink()).rejects.toThrow('Start the server, or run `feedback-server migrate`.');
});

test.runIf(isRoot())('root does not lock another user out of a cluster', async () => {
	const cluster = join(data, 'postgres');
	const rules = join(cluster, 'pg_hba.conf');
	for (const path of [cluster, rules]) chownSync(path, 12_345, 12_345);
	await expect(makeLink()).rejects.toThrow(
		`${cluster} belongs to the server of the user #12345. Run the command as that user`,
	);
	expect(statSync(rules).uid).toBe(12_345);
});
