import { createHash, randomBytes } from 'node:crypto';
import { request as send } from 'node:http';

import { beforeAll, describe, expect, inject, it } from 'vitest';

import { newSender } from '../new-sender.ts';
import { createPerson, type Person } from '../person.ts';
import { recordedClients, type RecordedClient } from './recorded.ts';

// Each recorded client signs in and calls from beginning to end, in raw HTTP: an official client would hide how the
// others deviate.

const { apiUrl } = inject('stack');
let person: Person;

beforeAll(async () => {
	person = await createPerson();
});

type Replied = { status: number; headers: Record<string, unknown>; text: string };

/** A request with these headers and no others besides its sender's; `fetch` would add some. */
function ask(
	url: string | URL,
	{ method = 'GET', headers = {}, body }: Asked = {},
): Promise<Replied> {
	return new Promise((resolve, reject) => {
		const sent = send(url, { method, headers: { ...newSender(), ...headers } }, (response) => {
			let text = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => (text += chunk));
			response.on('end', () =>
				resolve({ status: response.statusCode!, headers: response.headers, text }),
			);
		});
		sent.on('error', reject);
		sent.end(body);
	});
}
type Asked = { method?: string; headers?: Record<string, string>; body?: string };

const post = (url: string, type: string, body: string, headers = {}) =>
	ask(url, { method: 'POST', headers: { 'content-type': type, ...headers }, body });

/** Sends a message as the client does; resolves to the message in the reply, whatever its form. */
async function callMcp(
	{ address, accept, userAgent, protocolVersion }: RecordedClient,
	method: string,
	params: object,
	token?: string,
) {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
	const replied = await post(`${apiUrl}/mcp${address}`, 'application/json', body, {
		'user-agent': userAgent,
		...(accept !== undefined && { accept }),
		...(token !== undefined && { authorization: `Bearer ${token}` }),
		...(method !== 'initialize' && { 'mcp-protocol-version': protocolVersion }),
	});
	return { ...replied, message: readMessage(replied) };
}

function readMessage({ headers, text }: Replied): Record<string, unknown> {
	const isStream = String(headers['content-type']).startsWith('text/event-stream');
	const json = isStream ? /^data: (.+)$/m.exec(text)?.[1] : text;
	return JSON.parse(json ?? 'null') as Record<string, unknown>;
}

/** The metadata of the resource, found in the client's way. */
async function discover({ finds, address }: RecordedClient, refused: Replied) {
	const path = `${new URL(apiUrl).pathname}/mcp${address.replace(/\?.*/, '')}`;
	const challenge = String(refused.headers['www-authenticate']);
	const place =
		finds === 'challenge'
			? /resource_metadata="([^"]+)"/.exec(challenge)![1]!
			: `${new URL(apiUrl).origin}/.well-known/oauth-protected-resource${path}`;
	const { status, text } = await ask(place);
	expect(status).toBe(200);
	return JSON.parse(text) as { resource: string; authorization_servers: [string] };
}

/** Signs in; resolves to the reply of the token endpoint. */
async function signIn(client: RecordedClient, resource: string | undefined, issuer: string) {
	const registered = await post(
		`${issuer}/register`,
		'application/json',
		JSON.stringify(client.registers),
	);
	expect(registered.status).toBe(201);
	const { client_id } = JSON.parse(registered.text) as { client_id: string };
	const verifier = randomBytes(32).toString('base64url');
	const named = resource !== undefined && { resource };
	const query = new URLSearchParams({
		client_id,
		redirect_uri: client.redirect,
		response_type: 'code',
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
		state: 'kept',
		...(client.scope !== undefined && { scope: client.scope }),
		...named,
	});
	const back = await person.authorize(new URL(`${issuer}/authorize?${query}`));
	expect(back.searchParams.get('state')).toBe('kept');
	expect(back.href.startsWith(client.redirect.replace(/\/$/, ''))).toBe(true);
	const form = new URLSearchParams({
		grant_type: 'authorization_code',
		client_id,
		redirect_uri: client.redirect,
		code: back.searchParams.get('code')!,
		code_verifier: verifier,
		...named,
	});
	const exchanged = await post(
		`${issuer}/token`,
		'application/x-www-form-urlencoded',
		form.toString(),
	);
	const tokens = JSON.parse(exchanged.text) as Record<string, string>;
	const renewed = new URLSearchParams({
		grant_type: 'refresh_token',
		client_id,
		refresh_token: tokens['refresh_token'] ?? '',
		...named,
	});
	return {
		status: exchanged.status,
		token: tokens['access_token']!,
		renew: async () => {
			const type = 'application/x-www-form-urlencoded';
			const { text } = await post(`${issuer}/token`, type, renewed.toString());
			return (JSON.parse(text) as { access_token: string }).access_token;
		},
	};
}

describe.each(recordedClients.map((client) => [client.name, client] as const))(
	'%s',
	(_, client) => {
		it('connects, signs in, calls a tool and renews its token', async () => {
			const begun = await callMcp(client, 'initialize', {
				protocolVersion: client.protocolVersion,
				capabilities: {},
				clientInfo: { name: client.name, version: '1' },
			});
			expect([begun.status, begun.message['error']]).toEqual([200, undefined]);
			const listed = await callMcp(client, 'tools/list', {});
			expect(listed.message['result']).toHaveProperty('tools');

			const whoami = { name: 'whoami', arguments: {} };
			const refused = await callMcp(client, 'tools/call', whoami);
			expect(refused.status).toBe(401);
			const metadata = await discover(client, refused);
			const own = `${apiUrl}/mcp${client.address}`;
			// A strict client requires that the metadata is about the address that it calls.
			expect(metadata.resource).toBe(own.replace(/\?.*/, ''));

			const resources = { metadata: metadata.resource, address: own };
			const resource = client.resource && resources[client.resource];
			const { status, token, renew } = await signIn(
				client,
				resource,
				metadata.authorization_servers[0],
			);
			expect(status).toBe(200);
			for (const one of [token, await renew()]) {
				const called = await callMcp(client, 'tools/call', whoami, one);
				expect(called.status).toBe(200);
				expect(called.message['result']).toMatchObject({
					structuredContent: { kind: 'connection' },
				});
			}
		});
	},
);

describe('a client', () => {
	const [client] = recordedClients;

	it.each([
		['application/json', 'application/json'],
		['*/*', 'text/event-stream'],
		['application/*', 'application/json'],
		['text/event-stream;q=0.5', 'text/event-stream'],
	])('that accepts %s is answered with %s', async (accept, type) => {
		const { status, headers, message } = await callMcp({ ...client!, accept }, 'tools/call', {
			name: 'prompt_schema',
			arguments: {},
		});
		expect([status, headers['content-type']]).toEqual([200, expect.stringContaining(type)]);
		expect(message).toHaveProperty('result.structuredContent');
	});

	it('that accepts neither form is refused', async () => {
		const refused = await callMcp({ ...client!, accept: 'text/html' }, 'tools/list', {});
		expect(refused.status).toBe(406);
	});

	it('that asks for a token which no address accepts is refused at once, with the reason', async () => {
		for (const resource of [`${apiUrl}/events`, new URL(apiUrl).origin, 'mcp']) {
			const registered = await post(
				`${apiUrl}/oauth/register`,
				'application/json',
				JSON.stringify(client!.registers),
			);
			const { client_id } = JSON.parse(registered.text) as { client_id: string };
			const query = new URLSearchParams({
				client_id,
				redirect_uri: client!.redirect,
				response_type: 'code',
				code_challenge: 'a'.repeat(43),
				code_challenge_method: 'S256',
				resource,
			});
			const { headers } = await ask(`${apiUrl}/oauth/authorize?${query}`);
			const back = new URL(String(headers['location']));
			expect(back.searchParams.get('error')).toBe('invalid_target');
			expect(back.searchParams.get('error_description')).toContain(`${apiUrl}/mcp`);
		}
	});

	it('with a token for the other address learns which one it asked for', async () => {
		const { token } = await signIn(client!, `${apiUrl}/manage`, `${apiUrl}/oauth`);
		const whoami = { name: 'whoami', arguments: {} };
		const { status, text } = await callMcp(client!, 'tools/call', whoami, token);
		expect(status).toBe(401);
		expect(text).toContain(`The token was issued for ${apiUrl}/manage`);
		expect(text).toContain(`resource=${apiUrl}/mcp`);
	});
});
