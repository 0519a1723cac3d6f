// Files that cannot read the tokens of the brand have copies of them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { brand, drawMark } from '../contract/src/brand.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { accent, ground, mark } = brand;

it.each(['site/public/favicon.svg', 'site/src/styles/mark.svg', 'dashboard/static/icon.svg'])(
	'%s is the mark',
	(path) => {
		expect(read(path)).toBe(drawMark());
	},
);

it.each([
	['dashboard/src/app.html', [mark.bubble, accent.light, ground.light, ground.dark]],
	['dashboard/static/manifest.webmanifest', [accent.light]],
	['dashboard/static/icon-maskable.svg', [accent.light]],
	['sdk/src/ui/prompt.css', [`var(--prompt-accent, ${accent.light})`]],
	['sdk/src/launcher/launcher.css', [`var(--prompt-accent, ${accent.light})`]],
	['sdk/src/preview/frame.css', [`light-dark(${accent.light}, ${accent.dark})`]],
	['content/prompts/appearance.mdx', [`\`${accent.light}\``]],
])('%s has the tokens of the brand', (path, tokens) => {
	const text = read(path);
	for (const token of tokens) expect(text).toContain(token);
});

it('gives the prompt of the demo the colour of the example app', () => {
	const [, colour] = /--brand: light-dark\((#[\da-f]{6})/.exec(
		read('examples/reports/src/style.css'),
	)!;
	expect(read('supabase/seed.ts')).toContain(`accent: '${colour}'`);
});
