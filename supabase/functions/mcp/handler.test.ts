import { limits, product, publishedPackages } from '@feedback/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createBuckets } from '../_shared/http/bucket.ts';
import { createKeyring, mintSecret } from '../_shared/secrets/keyring.ts';
import { createService as createManageService } from '../manage/service.ts';
import { createHandler } from './handler.ts';
import { createService, type Service } from './service.ts';

// Tests in the folder `mcp` call the function through the gateway with official clients; these tests send what such
// clients cannot.

const hosted = 'https://abcdefghijklmnopqrst.supabase.co/functions/v1';
const local = 'http://127.0.0.1:54321/functions/v1';

/** What the registry's schema of 2025-12-11 says about the fields that we give. */
const registryEntry = z.strictObject({
	$schema: z.literal(
		'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
	),
	name: z
		.string()
		.min(3)
		.max(200)
		.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
	title: z.string().min(1).max(100),
	description: z.string().min(1).max(100),
	version: z
		.string()
		.max(255)
		.regex(/^\d+\.\d+\.\d+$/),
	websiteUrl: z.url(),
	remotes: z.array(
		z.strictObject({
			type: z.enum(['streamable-http', 'sse']),
			url: z.string().regex(/^https?:\/\/\S+$/),
		}),
	),
});

const dashboardUrl = 'https://dashboard.example';

/** Sends bodies to the function. */
function openPost(apiUrl: string, options: Partial<Service> = {}) {
	const refuse = () => Promise.reject(new Error('No test of this file signs anyone in.'));
	const manage = createManageService({
		sql: undefined as never,
		keyring: createKeyring(mintSecret()),
		findPerson: refuse,
		apiUrl,
		dashboardUrl,
	});
	const handle = createHandler(createService(manage, options));
	return (body: unknown, headers: Record<string, string> = {}) =>
		handle(
			new Request(`${apiUrl}/mcp`, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					accept: 'application/json, text/event-stream',
					'x-forwarded-for': '198.51.100.7',
					host: new URL(apiUrl).host,
					...headers,
				},
				body: JSON.stringify(body),
			}),
		);
}

const message = (method: string, params: object = {}, id: number | undefined = 1) => ({
	jsonrpc: '2.0',
	id,
	method,
	params,
});

/** Calls tools by their names. */
function open(apiUrl: string, options: Partial<Service> = {}) {
	const post = openPost(apiUrl, options);
	return (name: string, headers: Record<string, string> = {}) =>
		post(message('tools/call', { name }), headers);
}

function createGet(apiUrl: string, docsUrl?: string) {
	const manage = createManageService({
		sql: undefined as never,
		keyring: createKeyring(mintSecret()),
		findPerson: () => Promise.reject(new Error('Nobody signs in.')),
		apiUrl,
	});
	const handle = createHandler(createService(manage, docsUrl ? { docsUrl } : {}));
	return (path: string) => handle(new Request(`${apiUrl}/mcp${path}`));
}

describe('the mcp function', () => {
	it('limits the requests of each address, and returns when to retry', async () => {
		const call = open(local, { buckets: createBuckets({ perSecond: 0.001, burst: 2 }) });
		const statuses = [];
		for (let i = 0; i < 3; i++) statuses.push((await call('prompt_schema')).status);
		expect(statuses).toEqual([200, 200, 429]);
		const refused = await call('prompt_schema');
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(await refused.json()).toMatchObject({ error: { data: { code: 'rate_limited' } } });
		const elsewhere = { 'x-forwarded-for': '198.51.100.8' };
		expect((await call('prompt_schema', elsewhere)).status).toBe(200);
	});

	it.each([
		['evil.example', 403],
		['evil.example:54321', 403],
		['127.0.0.1.evil.example', 403],
		['127.0.0.1:54321', 200],
		['localhost:54321', 200],
		['[::1]:54321', 200],
	])('on localhost responds only under its own names: %s', async (host, status) => {
		expect((await open(local)('prompt_schema', { host })).status).toBe(status);
	});

	it('on a hosted project checks only the origin', async () => {
		const call = open(hosted);
		expect((await call('prompt_schema', { host: 'edge-runtime.internal' })).status).toBe(200);
		const origin = 'https://evil.example';
		expect((await call('prompt_schema', { origin })).status).toBe(403);
		expect((await call('whoami')).headers.get('www-authenticate')).toContain(
			`resource_metadata="${hosted}/oauth/.well-known/oauth-protected-resource/mcp"`,
		);
	});

	it.each([
		[dashboardUrl, 200],
		[new URL(hosted).origin, 200],
		['http://localhost:6274', 200],
		['https://dashboard.example.evil.example', 403],
		['null', 403],
	])('on a hosted project serves a page of %s: %i', async (origin, status) => {
		expect((await open(hosted)('prompt_schema', { origin })).status).toBe(status);
	});

	it('does not accept the sign-in of a person', async () => {
		const headers = { authorization: 'Bearer e30.e30.e30' };
		expect((await open(hosted)('prompt_schema', headers)).status).toBe(401);
	});

	it('asks for a sign-in only before a call of a tool that needs one', async () => {
		const post = openPost(hosted);
		const name = 'prompt_publish';
		expect((await post(message('tools/call', { name }))).status).toBe(401);
		expect((await post([message('ping'), message('tools/call', { name })])).status).toBe(401);
		for (const open of [
			message('prompts/get', { name }),
			message('tools/call'),
			message('tools/call', { name: ['prompt_schema'] }),
			[message('ping')],
		]) {
			expect((await post(open)).status).not.toBe(401);
		}
	});

	it('answers a notification without a body, any number of times', async () => {
		const post = openPost(hosted);
		const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
		for (let sent = 0; sent < 2 * limits.open.atOnce; sent++) {
			const { status, body } = await post(notification);
			expect([status, body]).toEqual([202, null]);
		}
	});

	it.each([
		['a NUL character', message('tools/call', { name: 'prompt_\0schema' }), 'unsafe_text'],
		['a reserved key', message('tools/call', { arguments: { prototype: 1 } }), 'invalid_request'],
		['21 messages', Array.from({ length: 21 }, () => message('ping')), 'invalid_request'],
	])('refuses a body with %s', async (_, body, code) => {
		const refused = await openPost(hosted)(body);
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({ error: { data: { code } } });
	});

	it('offers no documentation if no address of it is configured', async () => {
		const reply = await (await open(local)('docs_search')).text();
		expect(reply).toContain('docs_search not found');
	});

	it('allows the preflight of a known page, and no other', async () => {
		const handle = createHandler(
			createService(
				createManageService({
					sql: undefined as never,
					keyring: createKeyring(mintSecret()),
					findPerson: () => Promise.reject(new Error('Nobody signs in.')),
					apiUrl: local,
				}),
			),
		);
		const ask = (origin: string) =>
			handle(new Request(`${local}/mcp`, { method: 'OPTIONS', headers: { origin } }));
		const known = await ask('http://localhost:6274');
		expect(known.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
		expect((await ask('https://evil.example')).headers.has('access-control-allow-origin')).toBe(
			false,
		);
	});

	it('describes itself to any page without a connection', async () => {
		const get = createGet(hosted, 'https://docs.example.com');
		const card = await get('/server-card');
		expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json');
		expect(card.headers.get('cache-control')).toBe('public, max-age=3600');
		expect(card.headers.get('access-control-allow-origin')).toBe('*');
		expect(await card.json()).toEqual({
			$schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
			name: 'co.supabase.abcdefghijklmnopqrst/feedback',
			version: product.version,
			title: product.name,
			description: expect.stringMatching(/^.{1,100}$/) as string,
			websiteUrl: 'https://docs.example.com',
			remotes: [{ type: 'streamable-http', url: `${hosted}/mcp` }],
			_meta: {
				'co.supabase.abcdefghijklmnopqrst/packages': publishedPackages.map((identifier) => ({
					registryType: 'npm',
					registryBaseUrl: 'https://docs.example.com/npm/',
					identifier,
					version: product.version,
				})),
			},
		});
		const catalog = await get('/.well-known/mcp/catalog.json');
		expect(await catalog.json()).toEqual({
			specVersion: 'draft',
			entries: [
				{
					identifier: 'urn:air:abcdefghijklmnopqrst.supabase.co:feedback',
					displayName: product.name,
					type: 'application/mcp-server-card+json',
					url: `${hosted}/mcp/server-card`,
				},
			],
		});
	});

	it('describes itself for the MCP registry', async () => {
		const reply = await createGet(hosted, 'https://docs.example.com')('/server.json');
		expect(reply.headers.get('access-control-allow-origin')).toBe('*');
		const { name, remotes } = registryEntry.parse(await reply.json());
		expect(name).toBe('co.supabase.abcdefghijklmnopqrst/feedback');
		expect(remotes).toEqual([{ type: 'streamable-http', url: `${hosted}/mcp` }]);
	});

	it.each([
		[local, '127.0.0.1/feedback'],
		['http://[::1]:54321/functions/v1', '1/feedback'],
		['http://localhost:54321/functions/v1', 'localhost/feedback'],
	])('has a valid name in its card at %s', async (apiUrl, name) => {
		const card = (await (await createGet(apiUrl)('/server-card')).json()) as { name: string };
		expect(card.name).toBe(name);
		expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
	});
});
