import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { loadSecrets } from './secrets.ts';

let data: string;

beforeEach(() => {
	data = mkdtempSync(join(tmpdir(), 'feedback-secrets-'));
});

afterEach(() => {
	rmSync(data, { recursive: true });
});

test('secrets are created once for a folder, and only its owner can read them', () => {
	const made = loadSecrets(data);
	expect(loadSecrets(data)).toEqual(made);
	expect(Buffer.from(made.service, 'base64url')).toHaveLength(32);
	expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600);
	rmSync(join(data, 'secrets.json'));
	expect(loadSecrets(data).demo.password).not.toBe(made.demo.password);
});

test.each(['', '{"jwt":', '[', 'null'])(
	'the error names a damaged file, and nothing is deleted: %j',
	(text) => {
		writeFileSync(join(data, 'secrets.json'), text);
		expect(() => loadSecrets(data)).toThrow(/secrets\.json cannot be read: .*the data stays/);
		expect(() => loadSecrets(data)).not.toThrow(/delete/i);
		expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toBe(text);
	},
);

test('missing secrets are created, and a message says what that means for existing data', () => {
	mkdirSync(join(data, 'postgres'));
	writeFileSync(join(data, 'postgres/PG_VERSION'), '17');
	const kept = { sessions: 'a', demo: { email: 'demo@example.com', password: 'b' } };
	writeFileSync(join(data, 'secrets.json'), JSON.stringify(kept));
	const lines: string[] = [];
	const secrets = loadSecrets(data, (line) => lines.push(line));
	expect(secrets).toMatchObject(kept);
	expect(secrets.demo.key).toMatch(/^[\w-]{20}$/);
	expect(lines).toEqual([expect.stringContaining('had no "service"')]);
	expect(loadSecrets(data, (line) => lines.push(line))).toEqual(secrets);
	expect(lines).toHaveLength(1);
});
