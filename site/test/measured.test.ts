import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { figure, leastOf } from '../src/figures/figure.ts';
import { contentFolder } from './content-files.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** Names of figures in pages and in the site's code, each with its file. */
async function listNamed(): Promise<{ file: string; name: string }[]> {
	const named = [];
	for (const folder of [contentFolder, source]) {
		for (const file of await readdir(folder, { recursive: true })) {
			if (!/\.(mdx|astro|ts)$/.test(file) || file.endsWith('figures/figure.ts')) continue;
			const text = await readFile(join(folder, file), 'utf8');
			for (const [, name] of text.matchAll(/\b(?:figure|leastOf)\(\s*'([^']+)'/g)) {
				named.push({ file, name: name! });
			}
		}
	}
	return named;
}

describe('the measured figures of the site', () => {
	it('are those of results', async () => {
		const named = await listNamed();
		expect(named.length).toBeGreaterThan(50);
		const missing = named.filter(({ name }) => {
			try {
				return !Number.isFinite(figure(name));
			} catch {
				return true;
			}
		});
		expect(missing).toEqual([]);
	});

	it('do not exist under any other name', () => {
		expect(() => figure('http.16-connections.one-insert.speed')).toThrow(
			'No result has the figure "http.16-connections.one-insert.speed".',
		);
		expect(() => figure('nothing.at.all.here')).toThrow('No page reads the result of "nothing"');
		expect(() => leastOf('http.16-connections.one-insert.rate')).toThrow('has no goal');
	});

	it('are not written by hand in any page', async () => {
		for (const page of ['index', 'start/figures', 'compare/overview', 'compare/formbricks']) {
			const text = await readFile(`${contentFolder}/${page}.mdx`, 'utf8');
			expect(text, page).not.toMatch(/\d kB\b|\d µs|80,000|281|127\.2|\b247\b/);
		}
		const scaling = await readFile(`${contentFolder}/self-hosting/scaling.mdx`, 'utf8');
		expect(scaling).not.toMatch(/\d\.\d m?s\b|\d [GM]i?B\b|\d,\d00 events/);
	});
});
