import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { beforeAll, describe, expect, it, inject } from 'vitest';

import { openIndex, type SerializedIndex } from '../src/search/mod.ts';
import { attribute, findAll } from '../src/markdown/tree.ts';
import type { Manifest } from '../src/server/manifest.ts';

const folder = inject('builtSite');
const read = (path: string) => readFile(join(folder, path), 'utf8');

let manifest: Manifest;
/** Anchors, keyed by page path. */
const anchors = new Map<string, Set<string>>();
/** Links, keyed by page path. */
const links = new Map<string, string[]>();

beforeAll(async () => {
	manifest = JSON.parse(await read('_server/manifest.json')) as Manifest;
	for (const path of [...Object.keys(manifest.pages), '/404.html']) {
		const html = await read(path.endsWith('/') ? `${path}index.html` : path);
		const tree = unified().use(rehypeParse).parse(html);
		const all = findAll(tree, () => true);
		anchors.set(path, new Set(all.flatMap((node) => attribute(node, 'id') ?? [])));
		const targets = all.flatMap((node) => attribute(node, 'href') ?? attribute(node, 'src') ?? []);
		links.set(path, targets);
	}
});

/** Returns the problem with an address of this site; undefined when its target exists. */
function issueOf(address: string, from: string): string | undefined {
	const url = new URL(address, manifest.base + from);
	if (url.origin !== manifest.base) return undefined;
	const page = url.pathname.replace(/index\.md$/, '');
	const anchor = decodeURIComponent(url.hash.slice(1));
	if (Object.hasOwn(manifest.files, url.pathname) || url.pathname === '/search') return undefined;
	const known = anchors.get(page);
	if (!known) return `${from} leads to ${address}, which is not there`;
	return anchor && !known.has(anchor)
		? `${from} leads to ${address}, without an anchor`
		: undefined;
}

describe('every link of this site', () => {
	it('in a page points to an existing page and anchor', () => {
		const issues = [...links].flatMap(([from, targets]) =>
			targets.flatMap((target) => issueOf(target, from) ?? []),
		);
		expect(issues).toEqual([]);
		expect([...links.values()].flat().length).toBeGreaterThan(1_000);
	});

	it('in a Markdown form points to an existing page and anchor', async () => {
		const issues: string[] = [];
		for (const path of Object.keys(manifest.pages)) {
			const text = await read(`${path}index.md`);
			for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
				issues.push(...[issueOf(target!, path) ?? []].flat());
			}
		}
		expect(issues).toEqual([]);
	});

	it('in a search result points to an existing page and anchor', async () => {
		const index = JSON.parse(await read('_server/search.json')) as SerializedIndex;
		const search = openIndex(index);
		const words = [
			'event',
			'prompt',
			'visitor',
			'limit',
			'markdown',
			'reason',
			'install',
			'error',
			'server',
			'approve',
		];
		const found = words.flatMap((word) => search(word, 1_000, manifest.base).results);
		expect(new Set(found.map(({ url }) => url)).size).toBeGreaterThan(index.documentCount * 0.8);
		for (const { url, markdown_url: markdownUrl } of found) {
			expect(issueOf(url, '/')).toBeUndefined();
			expect(issueOf(markdownUrl, '/')).toBeUndefined();
		}
	});

	it('is reported by this test if it is broken', () => {
		expect(issueOf('/sdk/nothing/', '/')).toContain('not there');
		expect(issueOf('/sdk/methods/#nothing', '/')).toContain('without an anchor');
		expect(issueOf('#nothing', '/sdk/methods/')).toContain('without an anchor');
	});
});
