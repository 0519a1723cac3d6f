// While our packages are on no registry, someone else could register their names.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { product } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { contentFolder, readExamples } from './content-files.ts';

const examples = await readExamples();
const byName = /\b(npm (install|i|exec)|npx|(pnpm|yarn|bun) (add|dlx)|bunx)\b.*@feedback\//;

describe.skipIf(product.isPublished)('before the packages are on a registry', () => {
	it('no workflow installs one by its name', () => {
		const workflows = examples.filter(({ title }) => title.startsWith('.github/workflows/'));
		expect(workflows.length).toBeGreaterThan(0);
		expect(workflows.filter(({ code }) => byName.test(code))).toEqual([]);
	});

	it('every page with a command that installs one says so', async () => {
		const files = examples
			.filter(({ code }) => byName.test(code))
			.map(({ place }) => place.slice(0, place.indexOf(':')));
		expect(files).toContain('install/package.mdx');
		const says = /<InstallState|<UnpublishedNote|Until the package is on the npm registry/;
		for (const file of new Set(files)) {
			expect(await readFile(join(contentFolder, file), 'utf8'), file).toMatch(says);
		}
	});

	it('packing one starts with installing what the build needs', async () => {
		const files = ['agents/command-line.mdx', 'agents/wizard.mdx', 'install/package.mdx'];
		for (const file of files) {
			const page = await readFile(join(contentFolder, file), 'utf8');
			expect(page, file).toMatch(/`npm ci`.*`npm pack -w/);
		}
	});
});
