import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { maintain } from '../../../server/postgres/maintain.ts';
import { certificate, certificateKey } from '../tests/certificate.ts';
import {
	approve,
	beginAuthorization,
	openSignIn,
	writeExchange,
	writeRequest,
	type TestSignIn,
} from '../tests/oauth.ts';
import { openNetwork, type Network } from '../_shared/outgoing/network.ts';
import { openPublicOutgoing } from '../_shared/outgoing/open-outgoing.ts';
import { createOutgoing } from '../_shared/outgoing/outgoing.ts';

const id = 'https://client.example/oauth/client.json';

/** The next response of the host that serves client documents. */
let host: {
	addresses: string[];
	status: number;
	headers: Record<string, string>;
	body: string;
	calls: string[];
};
let server: Server;
let opened: TestSignIn;

const document = (given: Record<string, unknown> = {}) =>
	JSON.stringify({
		client_id: id,
		client_name: 'An editor',
		redirect_uris: ['http://localhost/callback', 'https://client.example/callback'],
		token_endpoint_auth_method: 'none',
		...given,
	});

beforeAll(async () => {
	server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
		host.calls.push(`${request.headers.host} ${request.url}`);
		response.writeHead(host.status, host.headers).end(host.body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	// Names resolve to addresses that a test sets; allowed requests are then sent to this machine.
	const real = openNetwork({ ca: certificate, port });
	const network: Network = {
		resolve: () => Promise.resolve(host.addresses),
		send: (_, request) => real.send('127.0.0.1', request),
	};
	opened = await openSignIn({ outgoing: createOutgoing(network) });
});

beforeEach(async () => {
	opened.clock.now = Date.now();
	host = {
		addresses: ['93.184.216.34'],
		status: 200,
		headers: { 'content-type': 'application/json' },
		body: document(),
		calls: [],
	};
	await opened.sites.sql`delete from app.oauth_clients`;
	await opened.sites.sql`delete from app.attempts`;
});

afterAll(async () => {
	await opened.end();
	server.close();
});

const ask = (client_id = id, redirect_uri = 'http://localhost:4711/callback') =>
	opened.get('/authorize', writeRequest({ client_id, redirect_uri }).parameters);

describe('a client with a document', () => {
	it('is accepted, and shown by the host of its document', async () => {
		const asked = writeRequest({ client_id: id, redirect_uri: 'http://localhost:4711/callback' });
		const authorization = await beginAuthorization(opened, asked);
		const { body } = await opened.manage.ask(opened.owner, 'getAuthorization', { authorization });
		expect(body).toMatchObject({
			client: { name: 'An editor', host: 'client.example', kind: 'document' },
			kind: 'mcp',
			redirect_host: 'localhost',
			is_loopback: true,
		});
		const answer = await approve(opened, opened.owner, authorization);
		expect((await opened.post('/token', writeExchange(asked, answer))).status).toBe(200);
		expect(host.calls).toEqual(['client.example /oauth/client.json']);
		const { body: list } = await opened.manage.ask(opened.owner, 'listConnections', {});
		expect(list.items[0]).toMatchObject({ kind: 'mcp', name: 'An editor', host: 'client.example' });
	});

	it('is accepted as Claude Code sends it, with a port that its document does not name', async () => {
		// Its path, at the host that the test's certificate names.
		const claude = 'https://client.example/oauth/claude-code-client-metadata';
		host.body = document({
			client_id: claude,
			client_name: 'Claude Code',
			client_uri: 'https://claude.ai',
			redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
		});
		const asked = writeRequest({
			client_id: claude,
			redirect_uri: 'http://localhost:61203/callback',
			scope: 'connect',
		});
		delete asked.parameters['resource'];
		const authorization = await beginAuthorization(opened, asked);
		const answer = await approve(opened, opened.owner, authorization);
		const { resource: _, ...form } = writeExchange(asked, answer);
		expect((await opened.post('/token', form)).status).toBe(200);
		const [issued] = await opened.sites.sql<{ resource: string }[]>`
			select resource from app.tokens where kind = 'access' order by created_at desc limit 1`;
		expect(issued!.resource).toMatch(/\/mcp$/);
	});

	it('is fetched again when its cached document has expired', async () => {
		host.headers['cache-control'] = 'max-age=600';
		await ask();
		opened.clock.now += 599_000;
		expect((await ask()).status).toBe(302);
		expect(host.calls).toHaveLength(1);
		opened.clock.now += 2_000;
		host.body = document({ redirect_uris: ['https://client.example/callback'] });
		const { status, body } = await ask();
		expect([status, body['error']]).toEqual([400, 'invalid_request']);
		expect(host.calls).toHaveLength(2);
	});

	it('is cached for a day at most, and not at all if its headers forbid it', async () => {
		host.headers['cache-control'] = 'max-age=999999999';
		await ask();
		opened.clock.now += 86_400_000;
		host.headers['cache-control'] = 'no-store';
		await ask();
		await ask();
		expect(host.calls).toHaveLength(3);
	});

	it.each([
		['127.0.0.1'],
		['10.0.0.1'],
		['169.254.169.254'],
		['::1'],
		['fd00::1'],
		['::ffff:127.0.0.1'],
		['93.184.216.34', '192.168.0.1'],
		[],
	])('is not requested at %s %s', async (...addresses) => {
		host.addresses = addresses.filter((address) => typeof address === 'string');
		const { status, body } = await ask();
		expect([status, body['error']]).toEqual([401, 'invalid_client']);
		expect(host.calls).toEqual([]);
	});

	it.each([
		'https://client.example',
		'https://client.example/',
		'https://client.example:8443/client.json',
		'https://client.example/client.json?x=1',
		'https://client.example/client.json#x',
		'https://user@client.example/client.json',
		'https://client.example/a/../client.json',
		'https://CLIENT.example/client.json',
		'https://client.example/client json',
		`https://client.example/${'x'.repeat(2_000)}`,
	])('is not requested at the address %s', async (address) => {
		const { status, body } = await ask(address);
		expect([status, body['error']]).toEqual([401, 'invalid_client']);
		expect(host.calls).toEqual([]);
	});

	it.each<[string, () => void]>([
		['redirects', () => Object.assign(host, { status: 302, headers: { location: id } })],
		['is not there', () => (host.status = 404)],
		['is HTML', () => (host.headers['content-type'] = 'text/html')],
		['is no JSON', () => (host.body = '<html>')],
		['is too large', () => (host.body = document({ note: 'x'.repeat(65_536) }))],
		['is compressed', () => (host.body = '\u001f\u008b\u0008')],
		['names another client', () => (host.body = document({ client_id: `${id}x` }))],
		['names no client', () => (host.body = document({ client_id: undefined }))],
		['has no redirects', () => (host.body = document({ redirect_uris: [] }))],
		['has our name', () => (host.body = document({ client_name: 'Feedback command' }))],
		[
			'has a secret',
			() => (host.body = document({ token_endpoint_auth_method: 'client_secret_post' })),
		],
		['has its own scheme', () => (host.body = document({ redirect_uris: ['myapp://callback'] }))],
		[
			'has a plain http redirect',
			() => (host.body = document({ redirect_uris: ['http://client.example/'] })),
		],
	])('whose document %s is refused', async (_, prepare) => {
		prepare();
		const { status, body, location } = await ask();
		expect([status, body['error'], location]).toEqual([401, 'invalid_client', undefined]);
		const [kept] = await opened.sites.sql`select count(*)::int as rows from app.oauth_clients`;
		expect(kept!['rows']).toBe(0);
	});

	it('keeps its stored document while that cannot be fetched', async () => {
		await ask();
		opened.clock.now += 301_000;
		host.status = 503;
		expect((await ask()).status).toBe(302);
		host.addresses = [];
		expect((await ask()).status).toBe(302);
		expect(host.calls).toHaveLength(2);
		// What would have to be fetched from a private network is not used.
		host.addresses = ['10.0.0.1'];
		expect((await ask()).status).toBe(401);
		expect(host.calls).toHaveLength(2);
		// What its host no longer has is not used.
		Object.assign(host, { addresses: ['93.184.216.34'], status: 404 });
		expect((await ask()).status).toBe(401);
	});

	it('is not refused because strangers made fetches from its host fail', async () => {
		const from = (address: string, client_id = id) => {
			const redirect_uri = 'http://localhost:4711/callback';
			const { parameters } = writeRequest({ client_id, redirect_uri });
			return opened.get('/authorize', parameters, address);
		};
		host.status = 404;
		for (let n = 0; n < 40; n++) await from('192.0.2.9', `https://client.example/${n}`);
		expect(host.calls).toHaveLength(30);
		expect((await from('192.0.2.9', 'https://client.example/40')).status).toBe(429);
		// Neither by the document's own address.
		for (let n = 0; n < 6; n++) await from('192.0.2.10');
		expect(host.calls).toHaveLength(35);
		host.status = 200;
		expect((await from('192.0.2.10')).status).toBe(429);
		expect((await from('192.0.2.11')).status).toBe(302);
		// An address over its limit still uses what is stored.
		opened.clock.now += 301_000;
		expect((await from('192.0.2.9')).status).toBe(302);
	});

	it('is not requested in a private network that the operator opened for webhooks', async () => {
		vi.stubEnv('FEEDBACK_PRIVATE_NETWORKS', '10.0.0.0/8,127.0.0.0/8');
		const outgoing = openPublicOutgoing();
		for (const host of ['127.0.0.2', '10.0.0.1']) {
			await expect(outgoing.check(new URL(`https://${host}/x`), 1_000)).rejects.toMatchObject({
				failure: 'private_address',
			});
		}
		vi.unstubAllEnvs();
	});

	it('is refused with the same words, whatever the reason', async () => {
		const words = async (client_id: string, prepare: () => void) => {
			prepare();
			return (await ask(client_id)).body['error_description'];
		};
		const all = new Set([
			await words('https://a.example/1', () => (host.addresses = [])),
			await words('https://a.example/2', () => (host.addresses = ['127.0.0.1'])),
			await words('https://a.example/3', () => (host.addresses = ['93.184.216.34'])),
			await words('https://a.example/4', () => (host.status = 404)),
			await words('https://a.example/5', () => (host.status = 500)),
			await words('https://a.example/6', () =>
				Object.assign(host, { status: 200, headers: { 'content-type': 'text/html' } }),
			),
		]);
		expect(all.size).toBe(1);
	});

	it('causes at most thirty fetches in ten minutes from one address', async () => {
		const answers: Awaited<ReturnType<typeof ask>>[] = [];
		for (let n = 0; n < 33; n++) answers.push(await ask(`https://client.example/${n}`));
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
		expect(host.calls).toHaveLength(30);
	});

	it('is refused if the instance does not fetch documents', async () => {
		const offline = await openSignIn();
		const { body } = await offline.get('/authorize', writeRequest({ client_id: id }).parameters);
		expect(body['error']).toBe('invalid_client');
		const metadata = await offline.get('/.well-known/oauth-authorization-server');
		expect(metadata.body['client_id_metadata_document_supported']).toBe(false);
		const here = await opened.get('/.well-known/openid-configuration');
		expect(here.body['client_id_metadata_document_supported']).toBe(true);
		await offline.end();
	});
});

describe('a client that registers without a person', () => {
	it('is a public client with the data that it sent', async () => {
		const { status, body } = await opened.register({
			client_name: '  An\u202e editor\n ',
			redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
			token_endpoint_auth_method: 'client_secret_basic',
			response_types: ['code', 'none'],
			grant_types: ['authorization_code', 'implicit'],
			scope: 'everything',
		});
		expect(status).toBe(201);
		expect(body).toMatchObject({
			client_id: expect.stringMatching(/^fbc_[\w-]{22}$/) as string,
			client_name: 'An editor',
			token_endpoint_auth_method: 'none',
			grant_types: ['authorization_code', 'refresh_token'],
		});
		expect(body).not.toHaveProperty('client_secret');
		const asked = writeRequest({
			client_id: body['client_id'] as string,
			redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback',
		});
		const authorization = await beginAuthorization(opened, asked);
		const { body: shown } = await opened.manage.ask(opened.owner, 'getAuthorization', {
			authorization,
		});
		expect(shown).toMatchObject({
			client: { kind: 'registered', host: null },
			redirect_host: 'cursor:',
			is_loopback: false,
			is_foreign_host: false,
		});
		const answer = await approve(opened, opened.owner, authorization);
		expect(answer.href).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/);
		expect((await opened.post('/token', writeExchange(asked, answer))).status).toBe(200);
	});

	it.each([
		'Feedback command',
		'FEEDBACK',
		'Feedback Team (verified ✓)',
		'The Feedback-CLI',
		'F e e d b a c k',
		'Feed\u200bback command',
		'Feed\u00adback command',
		'Ｆｅｅｄｂａｃｋ command',
		'𝐅𝐞𝐞𝐝𝐛𝐚𝐜𝐤',
		'Feedbаck with a Cyrillic letter',
		'Fееdbасk',
		'Féédbáck',
		'Feedƅack',
		'F33db4ck',
		'Editor (for Feedback)',
		'(feedback)',
		'Cursor (verified)',
		'Official Cursor',
		'Cursor, сertified',
		'Сursor',
		'Cursοr',
	])('may not be named %j', async (client_name) => {
		const { status, body } = await opened.register({ client_name });
		expect([status, body['error']]).toEqual([400, 'invalid_client_metadata']);
		expect(body['error_description']).toMatch(/^client_name: must not /);
	});

	it.each([
		['Claude Code (feedback)', 'Claude Code (feedback)'],
		['Claude Code (plugin:feedback:feedback)', 'Claude Code (plugin:feedback:feedback)'],
		['Cursor ✓ ✅ ®', 'Cursor'],
		['C++ helper', 'C++ helper'],
		['Unofficial helper', 'Unofficial helper'],
		['Редактор', 'Редактор'],
		['VS Code・日本語', 'VS Code・日本語'],
		['An\u200d\u2066 edi\u3164tor\ufe0f', 'An editor'],
		['  A\n\tB\u00a0C ', 'A B C'],
		['✓✓✓', '127.0.0.1'],
	])('with the name %j is shown as %j', async (client_name, shown) => {
		const { status, body } = await opened.register({ client_name });
		expect([status, body['client_name']]).toEqual([201, shown]);
	});

	it('and redirects to a website that anyone may own is shown with that warning', async () => {
		const redirect_uri = 'https://tool.example/callback';
		const { body } = await opened.register({ redirect_uris: [redirect_uri] });
		const client_id = body['client_id'] as string;
		const asked = writeRequest({ client_id, redirect_uri });
		const authorization = await beginAuthorization(opened, asked);
		const { body: shown } = await opened.manage.ask(opened.owner, 'getAuthorization', {
			authorization,
		});
		expect(shown).toMatchObject({ is_loopback: false, is_foreign_host: true });
	});

	it.each<[string, Record<string, unknown>, string]>([
		[
			'another spelling of loopback',
			{ redirect_uris: ['http://127.1/cb'] },
			'invalid_redirect_uri',
		],
		['its own scheme', { redirect_uris: ['myapp://x/callback'] }, 'invalid_redirect_uri'],
		['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
		['plain http elsewhere', { redirect_uris: ['http://example.com/'] }, 'invalid_redirect_uri'],
		['no redirect', { redirect_uris: [] }, 'invalid_client_metadata'],
		[
			'too many',
			{ redirect_uris: Array(21).fill('https://a.example/') },
			'invalid_client_metadata',
		],
		['a password', { grant_types: ['password'] }, 'invalid_client_metadata'],
		['implicit answers', { response_types: ['token'] }, 'invalid_client_metadata'],
	])('with %s is refused', async (_, metadata, error) => {
		const { status, body } = await opened.register(metadata);
		expect([status, body['error']]).toEqual([400, error]);
	});

	it('can register twenty times an hour from one address', async () => {
		const statuses: number[] = [];
		for (let n = 0; n < 25; n++) {
			statuses.push((await opened.register({}, '192.0.2.5')).status);
		}
		expect(statuses.filter((status) => status === 201)).toHaveLength(20);
		expect(statuses.filter((status) => status === 429)).toHaveLength(5);
		expect((await opened.register({}, '192.0.2.6')).status).toBe(201);
		opened.clock.now += 3_600_001;
		expect((await opened.register({}, '192.0.2.5')).status).toBe(201);
	});

	it('is deleted after 90 days without use', async () => {
		const { body } = await opened.register();
		const later = new Date(opened.clock.now + 91 * 86_400_000);
		await maintain(opened.sites.sql, { now: later });
		const { status } = await ask(body['client_id'] as string, 'http://127.0.0.1:1/callback');
		expect(status).toBe(401);
	});
});
