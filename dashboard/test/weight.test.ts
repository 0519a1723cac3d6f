import { beforeAll, expect, it } from 'vitest';

import { buildIfStale, builds } from '../../server/parts/builds.ts';
import { weighPages } from './weight.ts';
import type { PageWeight } from './weight.ts';

const most = 120_000;
let pages: PageWeight[];
beforeAll(async () => {
	await buildIfStale(builds.sdk, () => undefined);
	await buildIfStale(builds.dashboard, () => undefined);
	pages = await weighPages();
});

it('no page loads more than 120 kB of script, gzipped, before it is drawn', () => {
	const heavy = pages.filter(({ bytes }) => bytes > most);
	expect(heavy).toEqual([]);
	// The sign-in page needs no client of the API, and every other page needs more than it.
	const signIn = pages.find(({ route }) => route === '/sign-in')!;
	expect(signIn.bytes).toBeGreaterThan(20_000);
	expect(pages.length).toBeGreaterThan(20);
});
