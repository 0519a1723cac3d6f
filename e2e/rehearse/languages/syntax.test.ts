// Settings in Python, Ruby and PHP on the pages of frameworks: their interpreters can at least read them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readExamples } from '../../../site/test/content-files.ts';
import { type Debian, freshDebian } from '../fresh-debian.ts';
import { languagePackages } from './packages.ts';

const readers: Record<string, { check: string; before?: string }> = {
	python: { check: 'python3 -m py_compile' },
	ruby: { check: 'ruby -c' },
	php: { check: 'php -l', before: '<?php\n' },
};

const settings = (await readExamples()).filter(
	({ place, language }) => place.startsWith('install/') && Object.hasOwn(readers, language),
);

let debian: Debian;

beforeAll(async () => {
	debian = await freshDebian(languagePackages);
	mkdirSync(join(debian.folder, 'root/settings'));
}, 600_000);

afterAll(() => debian?.remove());

test('there are some', () => {
	expect(new Set(settings.map(({ language }) => language)).size).toBe(3);
});

test.each(settings.map((example) => [example.place, example] as const))(
	'%s is valid',
	async (_, { language, code }) => {
		const { check, before = '' } = readers[language]!;
		// A page shows the part of a template around its code, too.
		const text = code.startsWith('<') ? code : before + code;
		writeFileSync(join(debian.folder, 'root/settings/settings'), text);
		await debian.run(`cd /root/settings; ${check} settings`);
	},
);
