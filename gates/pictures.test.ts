import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, it } from 'vitest';

import { hashPictureSources, sourcesFile } from '../e2e/pictures/hash-sources.ts';

it('the pictures of the dashboard were made from the present scenes: node e2e/pictures.ts', () => {
	expect(readFileSync(sourcesFile, 'utf8').trim()).toBe(hashPictureSources());
});

it('every picture exists in both themes', () => {
	const names = readdirSync(dirname(sourcesFile)).filter((name) => name.endsWith('.webp'));
	const scenes = new Set(names.map((name) => name.replace(/-(light|dark)\.webp$/, '')));
	expect(names.toSorted()).toEqual(
		[...scenes].flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]).toSorted(),
	);
});
