import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = ['sdk/src/ui', 'sdk/src/screenshot']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.(ts|css)$/.test(file))
			.map((file) => read(join(folder, file))),
	)
	.join('\n');

const find = (text: string, pattern: RegExp) =>
	[...new Set([...text.matchAll(pattern)].map(([, found]) => found!))].sort();

/** The table below a heading. */
function tableOf(page: string, heading: string): string {
	const section = page.slice(page.indexOf(heading) + heading.length).split(/\n#/)[0]!;
	return section.slice(section.indexOf('\n|'));
}

describe('the docs of the appearance', () => {
	const page = read('content/prompts/appearance.mdx');

	it('list every custom property, and no other', () => {
		const listed = find(
			tableOf(page, '### Change more with CSS custom properties'),
			/`(--feedback-[a-z-]+)`/g,
		);
		expect(listed.length).toBeGreaterThan(5);
		expect(listed).toEqual(find(sources, /var\((--feedback-[a-z-]+)/g));
	});

	it('list every part, and no other', () => {
		const lines = tableOf(page, '### Style single parts').split('\n').slice(3);
		const listed = find(lines.map((line) => line.split('|')[1]).join(), /`([a-z]+)`/g);
		const drawn = find(sources, /part: (?:quiet \? '\w+' : )?'(\w+)'/g);
		expect(listed).toEqual([...drawn, 'skip'].sort());
	});
});

it('the docs of the headless SDK list every hook', () => {
	const table = tableOf(read('content/sdk/options.mdx'), '## Draw the prompts yourself');
	const hooks = /export type DrawHooks = \{([\s\S]*?)\n\};/.exec(read('sdk/src/drawing.ts'))![1]!;
	expect(find(table, /`(on\w+)\(/g)).toEqual(find(hooks, /^\t(on\w+)\(/gm));
});
