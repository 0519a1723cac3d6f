import { inject, beforeAll, describe, expect, it } from 'vitest';

import { tools } from '../src/tools.ts';
import { openEditor, type Editor } from './editor.ts';
import { createPerson, type Person } from './person.ts';

const { apiUrl, siteUrl } = inject('stack');
let person: Person;

beforeAll(async () => {
	person = await createPerson();
});

type Sent = { body?: unknown; headers?: Record<string, string>; method?: string };

/** A raw HTTP request. */
function send(query: string, { body, headers = {}, method = 'POST' }: Sent = {}) {
	return fetch(`${apiUrl}/mcp${query}`, {
		method,
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...headers,
		},
		...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
}
const callOf = (name: string, given = {}) => ({
	jsonrpc: '2.0',
	id: 1,
	method: 'tools/call',
	params: { name, arguments: given },
});
async function namesAt(query: string): Promise<string[]> {
	const editor = await openEditor(person, { query });
	const { tools: listed } = await editor.client.listTools();
	await editor.close();
	return listed.map(({ name }) => name);
}

describe('the address', () => {
	it('with read_only offers only tools that change nothing', async () => {
		const reads = tools
			.filter(({ effect, limitsItself }) => effect === 'reads' || limitsItself)
			.map(({ name }) => name);
		expect(await namesAt('?read_only=1')).toEqual(reads);
	});

	it('with tools offers and calls only those', async () => {
		const query = '?tools=docs_search,prompt_validate';
		expect(await namesAt(query)).toEqual(['docs_search', 'prompt_validate']);
		const answer = await send(query, { body: callOf('prompt_schema') });
		expect(await answer.text()).toContain('prompt_schema not found');
	});

	it.each(['?tools=prompt_erase', '?site=1', '?read_only=maybe'])(
		'with a misspelled restriction is refused: %s',
		async (query) => {
			const answer = await send(query, { body: callOf('prompt_schema') });
			expect(answer.status).toBe(400);
			expect(await answer.json()).toMatchObject({ error: { data: { code: 'invalid_request' } } });
		},
	);

	it('with auth=required requires a sign-in for the first request', async () => {
		const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
		expect((await send('?auth=required', { body: list })).status).toBe(401);
		expect((await send('', { body: list })).status).toBe(200);
		const editor = await openEditor(person, { query: '?auth=required' });
		expect(editor.opened()).toBe(1);
		await editor.close();
	});
});

describe('a pinned site', () => {
	let other: { id: string };
	let pinned: Editor;
	beforeAll(async () => {
		other = await person.client.createSite({ workspace: person.workspace, name: 'Other' });
		const sites = [person.site.id, other.id];
		pinned = await openEditor(person, { query: `?site=${other.id}`, sites });
	});

	it('is a parameter of no tool', async () => {
		const { tools: listed } = await pinned.client.listTools();
		const asked = listed.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
		expect(asked).not.toContain('site');
		expect(asked).not.toContain('workspace');
		expect(listed.map(({ name }) => name)).not.toContain('site_create');
	});

	it('is the only visible one', async () => {
		expect(await pinned.read('whoami')).toMatchObject({ sites: [{ id: other.id }] });
		const { error } = await pinned.fail('prompts_list', { site: person.site.id });
		expect(error).toMatchObject({ code: 'invalid_request', field: 'site' });
		expect(await pinned.read('prompts_list')).toMatchObject({ items: [] });
	});

	it('of another person is invisible', async () => {
		const stranger = await createPerson();
		const editor = await openEditor(stranger, { query: `?site=${person.site.id}` });
		expect((await editor.fail('whoami')).error.code).toBe('not_found');
		expect((await editor.fail('prompts_list')).error.code).toBe('not_found');
	});

	it('must belong to the pinned workspace', async () => {
		const editor = await openEditor(person, { query: `?workspace=${crypto.randomUUID()}` });
		const { error } = await editor.fail('prompts_list', { site: person.site.id });
		expect(error.code).toBe('not_found');
	});
});

describe('authentication', () => {
	const protectedCall = callOf('whoami');

	it('names the protected resource metadata in the header, and serves it', async () => {
		const answer = await send('', { body: protectedCall });
		expect(answer.status).toBe(401);
		const header = answer.headers.get('www-authenticate')!;
		const address = /resource_metadata="([^"]+)"/.exec(header)![1]!;
		const document = { resource: `${apiUrl}/mcp`, authorization_servers: [`${apiUrl}/oauth`] };
		const places = [
			address,
			`${apiUrl}/mcp/.well-known/oauth-protected-resource`,
			`${new URL(apiUrl).origin}/.well-known/oauth-protected-resource/functions/v1/mcp`,
		];
		for (const place of places) expect(await (await fetch(place)).json()).toMatchObject(document);
	});

	it.each([
		['an unknown token', 'Bearer fbt_0000000000000000000000000000000000000000000'],
		['the sign-in of a person', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln'],
		['another scheme', 'Basic YTpi'],
	])('refuses %s', async (_, authorization) => {
		const answer = await send('', { body: callOf('prompt_schema'), headers: { authorization } });
		expect(answer.status).toBe(401);
		expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
	});

	it('refuses pages of other origins, and accepts local ones', async () => {
		const body = callOf('prompt_schema');
		const origin = 'https://evil.example';
		expect((await send('', { body, headers: { origin } })).status).toBe(403);
		expect((await send('', { body, headers: { origin: 'null' } })).status).toBe(403);
		const own = await send('', { body, headers: { origin: 'http://localhost:6274' } });
		expect(own.status).toBe(200);
		expect(own.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
	});
});

describe('a request', () => {
	it.each([
		['is not JSON', '{', 400, 'invalid_json'],
		[
			'is too large',
			JSON.stringify(callOf('prompt_validate', { content: 'x'.repeat(300_000) })),
			413,
			'body_too_large',
		],
		['is too deep', `${'['.repeat(200)}${']'.repeat(200)}`, 400, 'too_deep'],
		['pollutes prototypes', '{"__proto__":{"a":1}}', 400, 'invalid_request'],
		[
			'is too large a batch',
			JSON.stringify(Array(21).fill(callOf('prompt_schema'))),
			400,
			'invalid_request',
		],
	])('that %s is refused', async (_, body, status, code) => {
		const answer = await send('', { body });
		expect(answer.status).toBe(status);
		expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { data: { code } } });
	});

	it('is a POST of JSON', async () => {
		expect((await send('', { method: 'GET' })).status).toBe(405);
		expect((await send('', { method: 'DELETE' })).status).toBe(405);
		const headers = { 'content-type': 'text/plain' };
		expect((await send('', { body: callOf('prompt_schema'), headers })).status).toBe(415);
		expect((await send('/nothing', { body: callOf('prompt_schema') })).status).toBe(404);
	});

	it('with an invalid argument fails with an error that names the argument', async () => {
		const editor = await openEditor(person);
		const { error } = await editor.fail('docs_search', { query: 'x', limit: 99 });
		expect(error).toMatchObject({ code: 'invalid_request', field: 'limit', retryable: false });
		expect((await editor.fail('docs_search', { question: 'x' })).error.message).toMatch(/query/);
		expect((await editor.fail('docs_get', { page: '../../secret' })).error.code).toBe(
			'invalid_request',
		);
		expect(
			(await editor.fail('docs_get', { page: 'http://169.254.169.254/' })).error,
		).toMatchObject({ code: 'invalid_request', field: 'page' });
		expect((await editor.fail('docs_get', { page: 'no/such/page' })).error.code).toBe('not_found');
	});

	it('can be cancelled', async () => {
		const editor = await openEditor(person);
		const { approval } = await editor.fail('site_create', { name: 'Later' });
		const stop = new AbortController();
		const waiting = editor.client.callTool(
			{ name: 'grants', arguments: { do: 'wait', request: approval!.id, seconds: 45 } },
			{ signal: stop.signal },
		);
		stop.abort();
		await expect(waiting).rejects.toThrow();
		expect(await editor.read('whoami')).toMatchObject({ kind: 'connection' });
	});
});

describe('a connection', () => {
	it('can use a grant for one operation in one call of a batch only', async () => {
		const editor = await openEditor(person);
		const { approval } = await editor.fail('site_create', { name: 'First' });
		await person.approve(approval!.id);
		const body = ['First', 'Second'].map((name, id) => ({
			...callOf('site_create', { name }),
			id,
		}));
		const authorization = `Bearer ${editor.token()}`;
		const text = await (await send('', { body, headers: { authorization } })).text();
		expect(text.match(/"structuredContent"/g)).toHaveLength(1);
		expect(text.match(/approval_required/g)).toHaveLength(1);
	});

	it('has a token that only the MCP server accepts', async () => {
		const editor = await openEditor(person);
		await editor.read('whoami');
		const headers = { authorization: `Bearer ${editor.token()}` };
		expect((await fetch(`${apiUrl}/manage/whoami`, { headers })).status).toBe(401);
	});
});

describe('resources and prompts', () => {
	it('are the schema of a prompt, the documentation and a prompt for drafting', async () => {
		const { client } = await openEditor(person);
		const { resources } = await client.listResources();
		expect(resources.map(({ uri }) => uri)).toEqual([
			'feedback://prompt.schema.json',
			'feedback://prompt.example.json',
			'feedback://docs/llms.txt',
			'skill://feedback/SKILL.md',
		]);
		const read = async (uri: string) => {
			const [first] = (await client.readResource({ uri })).contents;
			return (first as { text: string }).text;
		};
		expect(JSON.parse(await read('feedback://prompt.schema.json'))).toMatchObject({
			title: 'Prompt',
		});
		expect(await read('feedback://docs/llms.txt')).toBe(
			await (await fetch(`${siteUrl}/llms.txt`)).text(),
		);
		expect(await read('feedback://docs/prompts/overview')).toContain('# ');
		const { messages } = await client.getPrompt({
			name: 'draft_prompt',
			arguments: { goal: 'why exports fail' },
		});
		expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
	});
});
