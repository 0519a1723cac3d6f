import { expect, it } from 'vitest';

import type { Account, Site } from '#lib/account/account.ts';

import { findSiteSelection } from './site-selection.ts';

const site = (id: string, workspace: string) => ({ id, workspace, name: id }) as Site;
const account: Account = {
	person: 'p1',
	name: null,
	email: null,
	hasPasskey: false,
	workspaces: [
		{ id: 'w1', name: 'One', role: 'owner', sites: [site('a', 'w1'), site('b', 'w1')] },
		{ id: 'w2', name: 'Two', role: 'viewer', sites: [site('c', 'w2')] },
		{ id: 'w3', name: 'Three', role: 'editor', sites: [] },
	],
};
const selection = (params: Parameters<typeof findSiteSelection>[1], last?: string) => {
	const found = findSiteSelection(account, params, last);
	return [found.site?.id, found.workspace?.id];
};

it.each([
	['the site that the address names', { site: 'c' }, 'a', ['c', 'w2']],
	['the site that was looked at last', {}, 'b', ['b', 'w1']],
	['the first site when the last one is gone', {}, 'gone', ['a', 'w1']],
	['a site of the workspace that the address names', { workspace: 'w2' }, 'a', ['c', 'w2']],
	['no site in a workspace that has none', { workspace: 'w3' }, 'a', [undefined, 'w3']],
])('a page is about %s', (_, params, last, expected) => {
	expect(selection(params, last)).toEqual(expected);
});

it('prefers a site to sample data, unless that was looked at last', () => {
	const sample = { ...site('s', 'w1'), sample: true };
	const [first] = account.workspaces;
	const mixed = { ...account, workspaces: [{ ...first!, sites: [sample, ...first!.sites] }] };
	expect(findSiteSelection(mixed, {}, undefined).site?.id).toBe('a');
	expect(findSiteSelection(mixed, {}, 's').site?.id).toBe('s');
});

it('selects nothing without a workspace', () => {
	const nobody = findSiteSelection(
		{ person: 'p1', name: null, email: null, hasPasskey: false, workspaces: [] },
		{ site: 'a' },
		undefined,
	);
	expect(nobody).toEqual({ site: undefined, workspace: undefined });
});
