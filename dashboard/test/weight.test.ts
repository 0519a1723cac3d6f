import { beforeAll, expect, it } from 'vitest';

import { buildIfStale, builds } from '../../server/parts/builds.ts';
import { weighPages } from './weight.ts';
import type { PageWeight } from './weight.ts';

const most = 120_000;
const mostScripts = 35;
let pages: PageWeight[];
beforeAll(async () => {
	await buildIfStale(builds.sdk, () => undefined);
	await buildIfStale(builds.dashboard, () => undefined);
	pages = await weighPages();
});

it('no page loads more than 120 kB of gzipped script before it renders', () => {
	const heavy = pages.filter(({ bytes }) => bytes > most);
	expect(heavy).toEqual([]);
	// Every other page needs more than the sign-in page, which has no API client.
	const signIn = pages.find(({ route }) => route === '/sign-in')!;
	expect(signIn.bytes).toBeGreaterThan(20_000);
	expect(pages.length).toBeGreaterThan(20);
});

it('no page loads more than 35 scripts before it renders', () => {
	expect(pages.filter(({ scripts }) => scripts > mostScripts)).toEqual([]);
});

it('readers of shared results load little of what signed-in people load', () => {
	const weigh = (route: string) => pages.find((page) => page.route === route)!;
	expect(weigh('/shared').bytes).toBeLessThan(weigh('/(signed-in)/approvals').bytes * 0.8);
});
