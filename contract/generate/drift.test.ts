import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { listGeneratedFiles } from '../src/openapi/files.ts';

it.each(Object.entries(listGeneratedFiles()))(
	'%s is what the contract says; if not: npm run generate -w contract',
	(path, text) => {
		const kept = readFileSync(new URL(`../generated/${path}`, import.meta.url), 'utf8');
		expect(kept).toBe(text);
	},
);
