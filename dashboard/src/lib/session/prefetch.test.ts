// A prefetched response is used once, only with the same bearer, and never after a change.
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const api = 'https://service.example/functions/v1';
const site = '01980000-0000-7000-8000-000000000001';
const prompts = `/sites/${site}/prompts`;

/** Paths of the requests to the service. */
let asked: string[];

beforeEach(() => {
	asked = [];
	vi.resetModules();
	vi.doMock('#lib/config/config.ts', () => ({ readConfig: async () => ({ apiUrl: api }) }));
	vi.doMock('./preload-page.ts', () => ({ preloadPage() {} }));
	vi.doMock('./stored-session.ts', () => ({ readValidToken: () => 'good' }));
	vi.doMock('./create-session.ts', () => ({
		createSession: () => ({ token: async () => 'good', signOut() {} }),
	}));
	vi.stubGlobal('location', new URL(`https://app.example${prompts}`));
	vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
		asked.push(`${method} ${address.slice(`${api}/manage`.length)}`);
		return Response.json({ workspaces: [], items: [], next: null });
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
