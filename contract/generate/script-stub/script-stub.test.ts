import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { scriptStub } from '../../src/generated/script-stub.ts';
import { writeStubModule } from './write-script-stub.ts';

describe('the stub of the script tag', () => {
	it('matches its source; if not: npm run generate -w @feedback/contract', () => {
		const kept = new URL('../../src/generated/script-stub.ts', import.meta.url);
		expect(readFileSync(kept, 'utf8')).toBe(writeStubModule());
	});

	it('has at most 1,150 bytes, and 660 with gzip', () => {
		expect(Buffer.byteLength(scriptStub)).toBeLessThanOrEqual(1_150);
		expect(gzipSync(scriptStub, { level: 9 }).length).toBeLessThanOrEqual(660);
	});

	it('can be embedded in HTML, and in Markdown, where a bracket before a parenthesis is a link', () => {
		expect(scriptStub).not.toMatch(/<\/|<!--|\n|\]\(/);
	});
});
