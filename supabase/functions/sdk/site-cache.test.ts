import { expect, it } from 'vitest';

import { createSiteCache } from './site-cache.ts';
import type { Site } from './database.ts';

function record(answer: (siteId: string) => Promise<Site | undefined>) {
	const asked: string[] = [];
	const find = createSiteCache((siteId) => {
		asked.push(siteId);
		return answer(siteId);
	});
	return { asked, find };
}

const site = { siteId: 'site_a' } as Site;

it('a site is loaded once a minute', async () => {
	const { asked, find } = record(async () => site);
	await find('site_a', 0);
	expect(await find('site_a', 59_999)).toBe(site);
	expect(asked).toHaveLength(1);
	await find('site_a', 60_000);
	expect(asked).toHaveLength(2);
});

it('concurrent calls share one lookup', async () => {
	const { asked, find } = record(async () => site);
	await Promise.all([find('site_a', 0), find('site_a', 0), find('site_b', 0)]);
	expect(asked).toEqual(['site_a', 'site_b']);
});

it('a missing site is cached for five seconds', async () => {
	const answers: { site?: Site } = {};
	const { asked, find } = record(async () => answers.site);
	await expect(find('site_a', 0)).rejects.toMatchObject({ code: 'unknown_site', field: 'site' });
	await expect(find('site_a', 4_999)).rejects.toMatchObject({ code: 'unknown_site' });
	expect(asked).toHaveLength(1);
	answers.site = site;
	expect(await find('site_a', 5_000)).toBe(site);
});

it('a failed lookup is not cached', async () => {
	let broken = true;
	const { find } = record(async () => {
		if (broken) throw new Error('down');
		return site;
	});
	await expect(find('site_a', 0)).rejects.toThrow('down');
	broken = false;
	expect(await find('site_a', 0)).toBe(site);
});

it('what was cached while the clock was ahead is loaded again', async () => {
	const { asked, find } = record(async () => site);
	await find('site_a', 86_400_000);
	await find('site_a', 0);
	expect(asked).toHaveLength(2);
	await find('site_a', 59_999);
	expect(asked).toHaveLength(2);
});
