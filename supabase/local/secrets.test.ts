import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

test('secrets are made once for a folder and kept for its owner alone', () => {
	const made = loadSecrets(data);
	expect(loadSecrets(data)).toEqual(made);
	expect(Buffer.from(made.service, 'base64url')).toHaveLength(32);
	expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600);
	rmSync(join(data, 'secrets.json'));
	expect(loadSecrets(data).demo.password).not.toBe(made.demo.password);
});

test.each(['', '{"jwt":', '{"jwt":"a"}'])('a damaged file is named: %j', (text) => {
	writeFileSync(join(data, 'secrets.json'), text);
	expect(() => loadSecrets(data)).toThrow(/secrets\.json .*Delete/);
});
