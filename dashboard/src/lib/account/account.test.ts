import { createClient } from '@feedback/client';
import { expect, it } from 'vitest';

import { loadAccount } from './account.ts';

it('has all sites of a workspace, from every page of the list', async () => {
	const sites = Array.from({ length: 201 }, (_, index) => ({ id: `site-${index}` }));
	const asked: string[] = [];
	const answer = (url: URL) => {
		if (url.pathname.endsWith('/whoami')) {
			return {
				person: 'ada',
				name: null,
				email: null,
				workspaces: [{ id: 'acme', role: 'owner' }],
			};
		}
		asked.push(url.search);
		return url.searchParams.get('cursor') === 'rest'
			? { items: sites.slice(200), next: null }
			: { items: sites.slice(0, 200), next: 'rest' };
	};
	const client = createClient({
		apiUrl: 'https://feedback.example',
		token: async () => 'token',
		fetch: async (input) => Response.json(answer(new URL(String(input)))),
	});
	const { workspaces } = await loadAccount(client);
	expect(workspaces[0]!.sites).toEqual(sites);
	// The address of the first page is the one that is requested in advance.
	expect(asked).toEqual(['?limit=200', '?limit=200&cursor=rest']);
});
