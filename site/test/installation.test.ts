// While our packages are not on npm's registry, someone else could register their names: commands take them from the
// instance.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { packageScope, product, registryOf } from '@feedback/contract';
import { describe, expect, inject, it } from 'vitest';

import type { Manifest } from '../src/server/manifest.ts';
import { startSite } from './running-site.ts';

const folder = inject('builtSite');
const manifest = JSON.parse(
	await readFile(join(folder, '_server/manifest.json'), 'utf8'),
) as Manifest;
const installs = new RegExp(
	`\\b(?:npm (?:install|i|exec)|npx|(?:pnpm|yarn|bun) (?:add|dlx)|bunx)\\b.*${packageScope}/`,
);

/** Code blocks of a page's Markdown form. */
async function readBlocks(page: string): Promise<string[]> {
	const text = await readFile(join(folder, page, 'index.md'), 'utf8');
	return [...text.matchAll(/^ *```\w*.*\n([\s\S]*?)\n *```$/gm)].map(([, code]) => code!);
}

describe.skipIf(product.isPublished)('before the packages are on npm', () => {
	const registry = registryOf(manifest.base);

	it('every command that installs one takes it from the instance', async () => {
		const found: string[] = [];
		for (const page of Object.keys(manifest.pages)) {
			for (const block of await readBlocks(page)) {
				const lines = block.split('\n');
				for (const [at, line] of lines.entries()) {
					if (!installs.test(line)) continue;
					found.push(page);
					const before = [...lines.slice(0, at), line].join('\n');
					expect(before, `${page}: ${line}`).toContain(registry.replace(/\/$/, ''));
				}
			}
		}
		expect(new Set(found)).toContain('/install/package/');
		expect(new Set(found)).toContain('/');
	});

	it('no page names one in a command outside a block', async () => {
		for (const page of Object.keys(manifest.pages)) {
			const text = await readFile(join(folder, page, 'index.md'), 'utf8');
			const prose = text.replace(/^ *```[\s\S]*?^ *```$/gm, '');
			const commands = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
			const bare = commands.filter((code) => /^npx @feedback\//.test(code));
			expect(bare, page).toEqual([]);
		}
	});

	it('pages, llms.txt and the search name the address at which they are served', async () => {
		const base = await startSite();
		const read = async (path: string) => (await fetch(base + path)).text();
		for (const path of ['/', '/install/package/', '/install/package/index.md', '/llms.txt']) {
			const text = await read(path);
			expect(text, path).toContain(`${base}/npm/`);
			expect(text, path).not.toContain(manifest.base);
		}
		const found = await read('/search?q=npm%20config%20set%20registry&limit=20');
		expect(found).not.toContain(manifest.base);
	});
});
