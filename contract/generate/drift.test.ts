import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { listGeneratedFiles } from './generated-files.ts';

it.each(Object.entries(listGeneratedFiles()))(
	'%s is up to date; if not, run npm run generate -w @feedback/contract',
	(path, text) => {
		const committed = readFileSync(new URL(`../generated/${path}`, import.meta.url), 'utf8');
		expect(committed).toBe(text);
	},
);
