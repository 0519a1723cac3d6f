import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { inject, beforeAll, describe, expect, it } from 'vitest';

import type { Manifest } from '../src/server/manifest.ts';

const folder = inject('builtSite');
const read = (path: string) => readFile(join(folder, path), 'utf8');

describe('the probe page', () => {
	it('has the reviewed Markdown form', async () => {
		const twin = await read('probe/probe/index.md');
		const kept = twin.replace(/^updated: .*$/m, 'updated: "2026-01-01"');
		const file = fileURLToPath(new URL('probe/probe.expected.txt', import.meta.url));
		await expect(kept).toMatchFileSnapshot(file);
	});

	it('contains every component, so that the test proves something', async () => {
		const html = await read('probe/probe/index.html');
		for (const part of [
			'starlight-tabs',
			'starlight-aside--tip',
			'starlight-aside--danger',
			'starlight-file-tree',
			'expressive-code',
			'sl-steps',
			'sl-link-card',
			'sl-badge',
			'data-footnote',
			'<details',
			'type="checkbox"',
			'data-md-ignore',
		]) {
			expect(html, part).toContain(part);
		}
	});
});

describe('every Markdown form', () => {
	let twins: [path: string, text: string][];
	beforeAll(async () => {
		const manifest = JSON.parse(await read('_server/manifest.json')) as Manifest;
		const paths = Object.keys(manifest.pages);
		twins = await Promise.all(
			paths.map(async (path) => [path, await read(`${path}index.md`)] as [string, string]),
		);
	});

	it('is free of JSX, imports, page furniture and unfinished code blocks', () => {
		for (const [path, text] of twins) {
			const prose = text.replace(/^( *)```[\s\S]*?^\1```$/gm, '');
			expect(prose, path).not.toMatch(/^import .* from/m);
			expect(prose, path).not.toMatch(/^export const/m);
			expect(prose, path).not.toMatch(/<[A-Z][A-Za-z]*[\s/>]/);
			expect(prose, path).not.toMatch(/Section titled|Skip to content|Copy page|\[object/);
			expect(prose, path).not.toContain('```');
			expect(text.length, path).toBeLessThan(50_000);
		}
	});

	it('has absolute links only', () => {
		for (const [path, text] of twins) {
			for (const [, address] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
				expect(URL.canParse(address!), `${address} in ${path}`).toBe(true);
			}
		}
	});
});
