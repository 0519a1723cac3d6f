// A prefetched response is used once, only with the same bearer, and never after a change.
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

import type { Config } from '../config/config.ts';

/** Its claims have the person's ID. */
const token = `head.${btoa(JSON.stringify({ sub: 'ada' }))}.signature`;
const api = 'https://service.example/functions/v1';
const site = '01980000-0000-7000-8000-000000000001';
const prompts = `/sites/${site}/prompts`;

/** Paths of the requests to the service. */
let asked: string[];
let bearers: Set<string | null>;
let workspaces: { id: string }[];
let stored: Map<string, string>;

beforeEach(() => {
	asked = [];
	vi.resetModules();
	vi.doMock('#lib/config/config.ts', () => ({ readConfig: async () => ({ apiUrl: api }) }));
	vi.doMock('./preload-page.ts', () => ({ preloadPage() {} }));
	vi.doMock('./stored-session.ts', () => ({ readValidToken: () => token }));
	vi.doMock('./create-session.ts', () => ({
		createSession: () => ({ token: async () => token, signOut() {} }),
	}));
	vi.stubGlobal('location', new URL(`https://app.example${prompts}`));
	vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers }: RequestInit = {}) => {
		asked.push(`${method} ${address.slice(`${api}/manage`.length)}`);
		bearers.add(new Headers(headers).get('authorization'));
		return Response.json({ workspaces, items: [], next: null });
	});
	[stored, bearers, workspaces] = [new Map(), new Set(), []];
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
	});
});

afterAll(() => {
	vi.doUnmock('#lib/config/config.ts');
	vi.doUnmock('./preload-page.ts');
	vi.doUnmock('./stored-session.ts');
	vi.doUnmock('./create-session.ts');
	vi.unstubAllGlobals();
	vi.resetModules();
});

const list = `GET ${prompts}?limit=200`;
const count = () => asked.filter((one) => one === list).length;

async function reach() {
	const { getService } = await import('./service.ts');
	const { client } = await getService();
	await vi.waitFor(() => expect(count()).toBe(1));
	return client;
}

it('replaces one request', async () => {
	const client = await reach();
	await client.listPrompts({ site, limit: 200 });
	expect(count()).toBe(1);
	await client.listPrompts({ site, limit: 200 });
	expect(count()).toBe(2);
});

it('is dropped by a write', async () => {
	const client = await reach();
	await client.pausePrompt({ site, prompt: site });
	expect(asked.at(-1)).toMatch(/^POST /);
	await client.listPrompts({ site, limit: 200 });
	expect(count()).toBe(2);
});

it('reads shared results once, with the secret of the link and without an account', async () => {
	vi.stubGlobal('location', new URL('https://app.example/shared#fbl_secret'));
	await import('./prefetch.ts');
	const { readLinkBearer } = await import('./link-bearer.ts');
	const { readSharedResults } = await import('#lib/shared-results/read-shared-results.ts');
	const read = () =>
		readSharedResults({ apiUrl: api } as Config, readLinkBearer(location)!, () => undefined);
	await vi.waitFor(() => expect(asked).toEqual(['GET /shared-results']));
	await read();
	expect(asked).toEqual(['GET /shared-results']);
	await read();
	expect(asked).toEqual(['GET /shared-results', 'GET /shared-results']);
	expect([...bearers]).toEqual(['Bearer fbl_secret']);
});

it('requests the sites of the known workspaces before the account has come', async () => {
	const [known, other] = ['known', 'new'];
	const sites = (id: string) => `GET /workspaces/${id}/sites?limit=200`;
	workspaces = [{ id: known }];
	await import('./prefetch.ts');
	await vi.waitFor(() => expect(asked).toContain(sites(known)));
	expect(asked.indexOf('GET /whoami')).toBeLessThan(asked.indexOf(sites(known)));

	vi.resetModules();
	[asked, workspaces] = [[], [{ id: known }, { id: other }]];
	await import('./prefetch.ts');
	await vi.waitFor(() => expect(asked).toContain(sites(other)));
	expect(asked.indexOf(sites(known))).toBeLessThan(asked.indexOf('GET /whoami'));
	expect(asked.filter((one) => one === sites(known))).toHaveLength(1);
});

it('forgets the workspaces of another person', async () => {
	stored.set('feedback-workspaces', JSON.stringify({ person: 'bob', ids: ['theirs'] }));
	await import('./prefetch.ts');
	await vi.waitFor(() => expect(asked).toContain('GET /whoami'));
	expect(asked.join()).not.toContain('theirs');
});

it.each([{ person: 'ada' }, { person: 'ada', ids: 'all' }, { person: 'ada', ids: [null, 7] }])(
	'waits for the account if what it remembers is damaged: %j',
	async (kept) => {
		stored.set('feedback-workspaces', JSON.stringify(kept));
		await import('./prefetch.ts');
		await vi.waitFor(() => expect(asked).toContain('GET /whoami'));
		expect(asked.join()).not.toContain('/workspaces/');
	},
);

it('requests templates for a new prompt only if the workspace is certain', async () => {
	vi.stubGlobal('location', new URL(`https://app.example${prompts}/new`));
	workspaces = [{ id: 'only' }];
	await import('./prefetch.ts');
	await vi.waitFor(() => expect(asked).toContain('GET /workspaces/only/templates'));

	vi.resetModules();
	stored.clear();
	[asked, workspaces] = [[], [{ id: 'one' }, { id: 'two' }]];
	await import('./prefetch.ts');
	await vi.waitFor(() => expect(asked).toContain('GET /workspaces/two/sites?limit=200'));
	expect(asked.join()).not.toContain('templates');
});
