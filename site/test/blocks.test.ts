// Every code block that readers can copy is run, parsed or compared by a test, or listed with the reason why not.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, inject, it } from 'vitest';

import { checks } from './blocks/checks.ts';
import { isAbout, unchecked } from './blocks/exempt-blocks.ts';
import { type Block, readBlocks } from './blocks/read-blocks.ts';
import { notRun } from './blocks/terminal-blocks.ts';
import { readBuiltPages } from './honesty/pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let blocks: Block[];
beforeAll(async () => {
	blocks = (await readBuiltPages(inject('builtSite'))).flatMap(readBlocks);
});

const name = ({ page, language, title, code }: Block) =>
	`${page}: ${language} ${title || code.split('\n')[0]}`;

describe('every code block', () => {
	it('is checked by a test, or listed with a reason', () => {
		const open = blocks
			.filter((block) => !checks.some(({ covers }) => covers(block)))
			.filter((block) => !unchecked.some((exemption) => isAbout(exemption, block)));
		expect(blocks.length).toBeGreaterThan(1_000);
		expect(open.map(name)).toEqual([]);
	});

	it('is listed only while it exists and no test checks it', () => {
		const covered = blocks.filter((block) => checks.some(({ covers }) => covers(block)));
		for (const exemption of [...unchecked, ...notRun]) {
			const found = blocks.filter((block) => isAbout(exemption, block));
			expect(found.length, JSON.stringify(exemption)).toBeGreaterThan(0);
		}
		const both = covered.filter((block) => unchecked.some((item) => isAbout(item, block)));
		expect(both.map(name)).toEqual([]);
	});

	it('has a check that exists', () => {
		for (const { file, covers } of checks) {
			expect(existsSync(root + file), file).toBe(true);
			expect(blocks.some(covers), file).toBe(true);
		}
	});
});
