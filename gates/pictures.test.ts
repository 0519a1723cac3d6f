import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { findRouteFiles } from '../e2e/pictures/sources/find-route-files.ts';
import { hashFiles } from '../e2e/pictures/sources/hash-files.ts';
import { hashScenes } from '../e2e/pictures/sources/hash-scenes.ts';
import { listDrawingSources } from '../e2e/pictures/sources/list-drawing-sources.ts';
import { listPictureEntries } from '../e2e/pictures/sources/picture-entries.ts';
import {
	listStalePictures,
	readRecord,
	recordFile,
} from '../e2e/pictures/sources/picture-record.ts';
import { root } from '../server/layout/tree.ts';

describe('the pictures of the dashboard', () => {
	it('were made from the current scenes: node e2e/pictures.ts', () => {
		expect(readRecord().scenes).toBe(hashScenes());
	});

	it('have a record for each scene, and show existing pages', () => {
		const entries = listPictureEntries(root);
		expect(Object.keys(readRecord().pictures).toSorted()).toEqual(Object.keys(entries).toSorted());
		for (const file of Object.values(entries).flat()) {
			expect(existsSync(join(root, file)), file).toBe(true);
		}
	});

	it('exist in both themes', () => {
		const names = readdirSync(dirname(recordFile)).filter((name) => name.endsWith('.webp'));
		const scenes = Object.keys(readRecord().pictures).filter((name) => name !== 'first-answer');
		expect(names.toSorted()).toEqual(
			scenes.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]).toSorted(),
		);
	});

	it('are stale if the scenes or the code that draws them changed', () => {
		const recorded = { scenes: 'a', pictures: { editor: '1', results: '2' } };
		expect(listStalePictures(recorded, structuredClone(recorded))).toEqual([]);
		const edited = { scenes: 'a', pictures: { editor: '1', results: '3', events: '4' } };
		expect(listStalePictures(recorded, edited)).toEqual(['results', 'events']);
		expect(listStalePictures(recorded, { ...recorded, scenes: 'b' })).toHaveLength(2);
	});
});

describe('the code that draws a picture', () => {
	let folder: string;
	const routes = 'dashboard/src/routes';

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'feedback-pictures-'));
		write('package.json', '{ "type": "module" }');
		write(`${routes}/+layout.svelte`, `<script>import '../app.css';</script>`);
		write(`${routes}/(in)/+layout.svelte`, `<script>import '../../lib/shell.ts';</script>`);
		write(`${routes}/(in)/sites/new/+page.svelte`, 'New');
		write(
			`${routes}/(in)/sites/[site]/+page.svelte`,
			`<script lang="ts">
				import type { Prompt } from '../../../../../../contract/src/prompt.ts';
				import Chart from '../../../../lib/Chart.svelte';
			</script>`,
		);
		write('dashboard/src/app.css', 'body { margin: 0 }');
		write('dashboard/src/lib/shell.ts', 'export const shell = 1;');
		write('dashboard/src/lib/Chart.svelte', `<script>import './scale.ts';</script>`);
		write('dashboard/src/lib/scale.ts', 'export const scale = 1;');
		write('dashboard/src/lib/unused.ts', 'export const unused = 1;');
		write('contract/src/prompt.ts', 'export type Prompt = string;');
	});
	afterEach(() => {
		rmSync(folder, { recursive: true });
	});

	function write(path: string, text: string): void {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}

	const find = (path: string) =>
		findRouteFiles(join(folder, routes), path).map((file) => file.slice(folder.length + 1));

	it('starts with the page of its path and the layouts around it', () => {
		expect(find('/sites/1?tab=2')).toEqual([
			`${routes}/+layout.svelte`,
			`${routes}/(in)/+layout.svelte`,
			`${routes}/(in)/sites/[site]/+page.svelte`,
		]);
		expect(find('/sites/new').at(-1)).toBe(`${routes}/(in)/sites/new/+page.svelte`);
		expect(() => find('/sites/1/prompts')).toThrow('has the path /sites/1/prompts');
	});

	it('includes the rendering code that these import', async () => {
		const list = async () => (await listDrawingSources(folder, { site: find('/sites/1') })).site;
		const sources = await list();
		expect(sources).toEqual([
			'dashboard/src/app.css',
			'dashboard/src/lib/Chart.svelte',
			'dashboard/src/lib/scale.ts',
			'dashboard/src/lib/shell.ts',
			...find('/sites/1').toSorted(),
		]);
		const before = hashFiles(folder, sources);
		write('dashboard/src/lib/unused.ts', 'export const unused = 2;');
		expect(hashFiles(folder, await list())).toBe(before);
		write('dashboard/src/lib/scale.ts', '// A comment draws nothing.\nexport const scale = 1;');
		expect(hashFiles(folder, await list())).toBe(before);
		write('dashboard/src/lib/scale.ts', 'export const scale = 2;');
		expect(hashFiles(folder, await list())).not.toBe(before);
	});
});
