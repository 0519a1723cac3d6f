import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { listGeneratedFiles } from './generated-files.ts';
import { writeLanguageData, writeRightToLeftScripts } from './languages/write-language-data.ts';

it.each(Object.entries(listGeneratedFiles()))(
	'%s is up to date; if not, run npm run generate -w @feedback/contract',
	(path, text) => {
		const committed = readFileSync(new URL(`../generated/${path}`, import.meta.url), 'utf8');
		expect(committed).toBe(text);
	},
);

it.each([
	['language-data.ts', writeLanguageData()],
	['right-to-left-scripts.ts', writeRightToLeftScripts()],
])('%s has the data of the installed cldr-core', (file, text) => {
	const committed = readFileSync(new URL(`../src/generated/${file}`, import.meta.url), 'utf8');
	expect(committed).toBe(text);
});
