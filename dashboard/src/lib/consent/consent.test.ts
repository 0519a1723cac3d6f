import { describe, expect, it } from 'vitest';

import type { Workspace } from '#lib/account/account.ts';

import { Consent, needNoSite } from './consent.svelte.ts';

const create = (role: Workspace['role']) =>
	({ id: role, name: role, role, sites: [{ id: 'a' }, { id: 'b' }] }) as Workspace;

describe('approving without a site', () => {
	it.each<[string, string[], Workspace[], boolean]>([
		['nothing', [], [create('owner')], true],
		['creating a site', ['site:create'], [create('owner'), create('viewer')], false],
		['creating one in any of two', ['site:create'], [create('owner'), create('editor')], true],
		['more than that', ['site:create', 'prompt:draft'], [create('owner')], true],
	])('with %s', async (_, actions, workspaces, missing) => {
		const consent = new Consent<object>(workspaces);
		await consent.approve(() => Promise.resolve({}), {
			withoutSites: needNoSite(actions, workspaces),
		});
		expect([consent.missing, consent.outcome]).toEqual([missing, missing ? undefined : 'approved']);
	});
});
