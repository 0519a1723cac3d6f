import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { routes, type RouteName } from '../src/routes.ts';
import { findPersonPage } from '../src/operations/person-page.ts';

const folder = fileURLToPath(new URL('../../dashboard/src/routes', import.meta.url));
/** Patterns of the dashboard's pages. */
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('+page.svelte'))
	.map((file) => `/${file.replace('(signed-in)/', '').replace(/\/?\+page\.svelte$/, '')}`)
	.map((page) => new RegExp(`^${page.replace(/\[\w+\]/g, '[\\w-]+')}$`));

const people = (Object.keys(routes) as RouteName[]).filter(
	(name) => routes[name].need === 'person',
);

it.each(people)('there is a page on which a person does %s', (name) => {
	const keys = [...routes[name].path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key!, 'x'] as const);
	const page = findPersonPage(name, Object.fromEntries(keys));
	expect(pages.some((pattern) => pattern.test(page))).toBe(true);
});

it('is the most particular page', () => {
	expect(findPersonPage('createSiteKey', { site: 'a' })).toBe('/sites/a/settings/site-keys');
	expect(findPersonPage('approveGrant', { request: '-' })).toBe('/approvals');
	expect(findPersonPage('createSiteKey', {})).toBe('/');
	expect(findPersonPage('renameSite', { site: 'a' })).toBe('/sites/a/settings/general');
});
