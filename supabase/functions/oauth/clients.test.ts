import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import * as modern from '@modelcontextprotocol/client';
import * as classic from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClassicClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as ClassicTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../../testing/thorough.ts';
import { findFreePort } from '../../../server/ports/ports.ts';
import { openFrontDoor, type FrontDoor } from '../tests/front-door.ts';

// Third-party clients call the functions as in production.

let door: FrontDoor;
let issuer: URL;

beforeAll(async () => {
	door = await openFrontDoor();
	issuer = new URL(`${door.apiUrl}/oauth`);
});
afterAll(() => door.end());

const redirect = 'http://127.0.0.1:4711/callback';
const callWhoami = async (token: string) =>
	(await fetch(`${door.apiUrl}/manage/whoami`, { headers: { authorization: `Bearer ${token}` } }))
		.status;

const callTool = async (token: string) => {
	const response = await fetch(`${door.apiUrl}/mcp`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'tools/call',
			params: { name: 'whoami', arguments: {} },
		}),
	});
	await response.text();
	return response.status;
};

describe('oauth4webapi', () => {
	const client: oauth.Client = { client_id: 'feedback-cli' };
	const none = oauth.None();
	const options = { [oauth.allowInsecureRequests]: true };
	const discover = async (algorithm: 'oauth2' | 'oidc') => {
		const response = await oauth.discoveryRequest(issuer, { ...options, algorithm });
		return oauth.processDiscoveryResponse(issuer, response);
	};
	const signIn = async (server: oauth.AuthorizationServer) => {
		const verifier = oauth.generateRandomCodeVerifier();
		const state = oauth.generateRandomState();
		const address = new URL(server.authorization_endpoint!);
		const resource = `${door.apiUrl}/manage`;
		address.search = new URLSearchParams({
			client_id: client.client_id,
			redirect_uri: redirect,
			response_type: 'code',
			code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
			code_challenge_method: 'S256',
			state,
			resource,
		}).toString();
		const parameters = oauth.validateAuthResponse(
			server,
			client,
			await door.approve(address),
			state,
		);
		const exchange = () =>
			oauth.authorizationCodeGrantRequest(server, client, none, parameters, redirect, verifier, {
				...options,
				additionalParameters: { resource },
			});
		const tokens = await oauth.processAuthorizationCodeResponse(server, client, await exchange());
		return { tokens, exchange };
	};
	const renew = async (server: oauth.AuthorizationServer, token: string) =>
		oauth.processRefreshTokenResponse(
			server,
			client,
			await oauth.refreshTokenGrantRequest(server, client, none, token, options),
		);

	it.each(['oauth2', 'oidc'] as const)('discovers the server by %s', async (algorithm) => {
		const server = await discover(algorithm);
		expect(server.issuer).toBe(issuer.href);
		expect(server.code_challenge_methods_supported).toEqual(['S256']);
	});

	it('signs in by code and PKCE; a replayed code ends the connection', async () => {
		const server = await discover('oidc');
		const { tokens, exchange } = await signIn(server);
		expect(await callWhoami(tokens.access_token)).toBe(200);
		const replay = oauth.processAuthorizationCodeResponse(server, client, await exchange());
		await expect(replay).rejects.toMatchObject({ error: 'invalid_grant' });
		expect(await callWhoami(tokens.access_token)).toBe(401);
	});

	it('renews its tokens; a replayed refresh token ends the connection', async () => {
		const server = await discover('oidc');
		const { tokens } = await signIn(server);
		const second = await renew(server, tokens.refresh_token!);
		expect(second.refresh_token).not.toBe(tokens.refresh_token);
		expect(await callWhoami(second.access_token)).toBe(200);
		// The half minute in which a second process may renew the token has passed.
		await door.sites.sql`
			update app.tokens set replaced_at = replaced_at - interval '31 seconds'
			where replaced_at is not null`;
		await expect(renew(server, tokens.refresh_token!)).rejects.toMatchObject({
			error: 'invalid_grant',
		});
		expect(await callWhoami(second.access_token)).toBe(401);
		await expect(renew(server, second.refresh_token!)).rejects.toThrow();
	});

	it('signs out', async () => {
		const server = await discover('oidc');
		const { tokens } = await signIn(server);
		const response = await oauth.revocationRequest(
			server,
			client,
			none,
			tokens.refresh_token!,
			options,
		);
		await oauth.processRevocationResponse(response);
		expect(await callWhoami(tokens.access_token)).toBe(401);
	});
});

describe('openid-client', () => {
	const discover = (client: string) =>
		openid.discovery(issuer, client, undefined, openid.None(), {
			execute: [openid.allowInsecureRequests],
		});

	it('signs in by code and PKCE, and renews', async () => {
		const configuration = await discover('feedback-cli');
		const verifier = openid.randomPKCECodeVerifier();
		const expectedState = openid.randomState();
		const address = openid.buildAuthorizationUrl(configuration, {
			redirect_uri: redirect,
			code_challenge: await openid.calculatePKCECodeChallenge(verifier),
			code_challenge_method: 'S256',
			state: expectedState,
			resource: `${door.apiUrl}/manage`,
		});
		const answer = await door.approve(address);
		const tokens = await openid.authorizationCodeGrant(configuration, answer, {
			pkceCodeVerifier: verifier,
			expectedState,
		});
		expect(await callWhoami(tokens.access_token)).toBe(200);
		const renewed = await openid.refreshTokenGrant(configuration, tokens.refresh_token!);
		expect(await callWhoami(renewed.access_token)).toBe(200);
	});

	it('registers and signs in', async () => {
		const configuration = await openid.dynamicClientRegistration(
			issuer,
			{ client_name: 'A client of others', redirect_uris: [redirect] },
			openid.None(),
			{ execute: [openid.allowInsecureRequests] },
		);
		const verifier = openid.randomPKCECodeVerifier();
		const answer = await door.approve(
			openid.buildAuthorizationUrl(configuration, {
				redirect_uri: redirect,
				code_challenge: await openid.calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
			}),
		);
		const tokens = await openid.authorizationCodeGrant(configuration, answer, {
			pkceCodeVerifier: verifier,
		});
		// It named no resource: a client of others is for the MCP server.
		expect(await callWhoami(tokens.access_token)).toBe(401);
		expect(await callTool(tokens.access_token)).toBe(200);
	});

	it('signs in on a machine without a browser', async () => {
		const configuration = await discover('feedback-cli');
		const device = await openid.initiateDeviceAuthorization(configuration, {
			device_name: 'build machine',
		});
		expect(device.verification_uri_complete).toContain(device.user_code);
		const waiting = openid.pollDeviceAuthorizationGrant(configuration, { ...device, interval: 1 });
		const shown = await door.manage(`/devices/${device.user_code}`);
		expect(shown).toMatchObject({ device_name: 'build machine', same_address: true });
		await door.manage(`/devices/${device.user_code}/approve`, { sites: [door.site.id] });
		const tokens = await waiting;
		expect(await callWhoami(tokens.access_token)).toBe(200);
	});
});

/** Storage of an MCP client; both generations of the SDK use the same interface. */
function createStore() {
	const kept: Record<string, unknown> = {};
	const provider = {
		redirectUrl: redirect,
		clientMetadata: { client_name: 'An MCP client', redirect_uris: [redirect] },
		state: () => 'a state',
		clientInformation: () => kept['client'],
		saveClientInformation: (client: unknown) => void (kept['client'] = client),
		tokens: () => kept['tokens'],
		saveTokens: (tokens: unknown) => void (kept['tokens'] = tokens),
		redirectToAuthorization: (url: URL) => void (kept['sent'] = url),
		saveCodeVerifier: (verifier: string) => void (kept['verifier'] = verifier),
		codeVerifier: () => kept['verifier'] as string,
		saveDiscoveryState: (state: unknown) => void (kept['discovered'] = state),
		discoveryState: () => kept['discovered'],
	};
	return { kept: kept as { sent: URL; tokens: { access_token: string } }, provider };
}

describe.each(['modern', 'classic'] as const)('the %s MCP client', (generation) => {
	type Options = {
		serverUrl: string;
		authorizationCode?: string;
		iss?: string;
		resourceMetadataUrl?: URL;
	};
	const run = (provider: unknown, options: Options) =>
		generation === 'modern'
			? modern.auth(provider as modern.OAuthClientProvider, options)
			: classic.auth(provider as never, options);

	it('discovers the server from the resource, and obtains and renews a token', async () => {
		const { kept, provider } = createStore();
		const serverUrl = `${door.apiUrl}/manage`;
		expect(await run(provider, { serverUrl })).toBe('REDIRECT');
		expect(kept.sent.searchParams.get('resource')).toBe(serverUrl);
		expect(kept.sent.searchParams.get('scope')).toBe('connect');
		const answer = await door.approve(kept.sent);
		const authorizationCode = answer.searchParams.get('code')!;
		const iss = answer.searchParams.get('iss')!;
		expect(await run(provider, { serverUrl, authorizationCode, iss })).toBe('AUTHORIZED');
		const first = kept.tokens.access_token;
		expect(await callWhoami(first)).toBe(200);
		expect(await run(provider, { serverUrl })).toBe('AUTHORIZED');
		expect(kept.tokens.access_token).not.toBe(first);
		expect(await callWhoami(kept.tokens.access_token)).toBe(200);
	});

	it('has to sign in at the first tool that requires it, and then continues', async () => {
		const { kept, provider } = createStore();
		const address = new URL(`${door.apiUrl}/mcp`);
		const open = async () => {
			const connected = generation === 'modern' ? openModern() : openClassic();
			await connected.connect();
			return connected;
		};
		const identity = { name: 'test', version: '1' };
		const openModern = () => {
			const options = { authProvider: provider as unknown as modern.OAuthClientProvider };
			const transport = new modern.StreamableHTTPClientTransport(address, options);
			const client = new modern.Client(identity);
			return {
				connect: () => client.connect(transport),
				call: () => client.callTool({ name: 'whoami', arguments: {} }),
				finish: (answer: URL) => transport.finishAuth(answer.searchParams),
				close: () => client.close(),
			};
		};
		const openClassic = () => {
			const transport = new ClassicTransport(address, { authProvider: provider as never });
			const client = new ClassicClient(identity);
			return {
				connect: () => client.connect(transport as never),
				call: () => client.callTool({ name: 'whoami', arguments: {} }),
				finish: (answer: URL) => transport.finishAuth(answer.searchParams.get('code')!),
				close: () => client.close(),
			};
		};
		const first = await open();
		await expect(first.call()).rejects.toThrow(/unauthorized/i);
		expect(kept.sent.searchParams.get('resource')).toBe(address.href);
		await first.finish(await door.approve(kept.sent));
		await first.close();
		const second = await open();
		const { structuredContent } = await second.call();
		expect(structuredContent).toMatchObject({ kind: 'connection' });
		await second.close();
		expect(await callWhoami(kept.tokens.access_token)).toBe(401);
	});

	it('finds the server even if only the functions’ own paths are ours, as on hosted Supabase', async () => {
		const { kept, provider } = createStore();
		const serverUrl = `${door.apiUrl}/manage`;
		const refused = await fetch(`${serverUrl}/whoami`);
		const challenge = refused.headers.get('www-authenticate') ?? '';
		const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
		const asked: string[] = [];
		const hosted = (input: string | URL | Request, init?: RequestInit) => {
			const url = new URL(input instanceof Request ? input.url : input);
			asked.push(url.pathname);
			if (url.pathname.startsWith('/.well-known/')) {
				return Promise.resolve(new Response('{}', { status: 404 }));
			}
			return fetch(input, init);
		};
		const options = { serverUrl, resourceMetadataUrl: new URL(metadataUrl), fetchFn: hosted };
		expect(await run(provider, options)).toBe('REDIRECT');
		expect(asked).toContain('/functions/v1/oauth/.well-known/openid-configuration');
		expect(kept.sent.href).toContain(`${door.apiUrl}/oauth/authorize?`);
	});
});

describe('the metadata', () => {
	it.each([
		'/.well-known/oauth-authorization-server/functions/v1/oauth',
		'/.well-known/openid-configuration/functions/v1/oauth',
		'/functions/v1/oauth/.well-known/oauth-authorization-server',
		'/functions/v1/oauth/.well-known/openid-configuration',
	])('of the server is at %s', async (path) => {
		const response = await fetch(door.url + path);
		expect(response.status).toBe(200);
		expect(response.headers.get('access-control-allow-origin')).toBe('*');
		expect(await response.json()).toMatchObject({
			issuer: issuer.href,
			token_endpoint: `${issuer.href}/token`,
			token_endpoint_auth_methods_supported: ['none'],
			client_id_metadata_document_supported: false,
			authorization_response_iss_parameter_supported: true,
		});
	});

	it('names the address with the slash that the client has', async () => {
		const serverUrl = `${door.apiUrl}/mcp/`;
		const refused = await fetch(`${serverUrl}?auth=required`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
		});
		expect(refused.status).toBe(401);
		const challenge = refused.headers.get('www-authenticate') ?? '';
		const named = /resource_metadata="([^"]+)"/.exec(challenge)![1]!;
		for (const at of [
			named,
			`${door.url}/.well-known/oauth-protected-resource/functions/v1/mcp/`,
		]) {
			const response = await fetch(at, { redirect: 'error' });
			expect(response.status).toBe(200);
			expect(await response.json()).toMatchObject({ resource: serverUrl });
		}
		const plain = await fetch(`${door.url}/.well-known/oauth-protected-resource/functions/v1/mcp`);
		expect(await plain.json()).toMatchObject({ resource: `${door.apiUrl}/mcp` });
	});

	it.each([
		'/.well-known/oauth-protected-resource/functions/v1/manage',
		'/functions/v1/oauth/.well-known/oauth-protected-resource/manage',
		'/functions/v1/manage/.well-known/oauth-protected-resource',
	])('of the management API is at %s', async (path) => {
		const response = await fetch(door.url + path);
		expect(await response.json()).toMatchObject({
			resource: `${door.apiUrl}/manage`,
			authorization_servers: [issuer.href],
		});
	});

	it('has an address for keys, but no key, because no token is signed', async () => {
		expect(await (await fetch(`${issuer.href}/jwks`)).json()).toEqual({ keys: [] });
	});

	it('is served at no other path', async () => {
		for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/x']) {
			expect((await fetch(door.url + path)).status).toBe(404);
		}
	});
});

describe('the conformance suite of the Model Context Protocol', () => {
	it('reports no failure of the authorization server', thorough, async () => {
		const folder = await mkdtemp(join(tmpdir(), 'feedback-conformance-'));
		const port = await findFreePort();
		const manifest = createRequire(import.meta.url).resolve(
			'@modelcontextprotocol/conformance/package.json',
		);
		const registered = await fetch(`${issuer.href}/register`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
		});
		const { client_id: client } = (await registered.json()) as { client_id: string };
		const child = execFile(process.execPath, [
			join(dirname(manifest), 'dist/index.js'),
			'authorization',
			'--url',
			issuer.href,
			'--client-id',
			client,
			'--resource',
			`${door.apiUrl}/manage`,
			'--port',
			String(port),
			'-o',
			folder,
		]);
		const approve = async (address: string) => fetch(await door.approve(address));
		let said = '';
		const hear = (chunk: string) => {
			said += chunk;
			// The suite prints the address before its callback server listens.
			if (!said.includes('Callback server started')) return;
			// The address is complete only if text follows it, because a chunk may end anywhere.
			const address = /https?:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/.exec(said)?.[0];
			if (!address) return;
			said = said.replace(address, 'the address');
			approve(address).catch((error: unknown) => {
				said += String(error);
				child.kill();
			});
		};
		child.stdout!.on('data', hear);
		child.stderr!.on('data', hear);
		const code = await new Promise((resolve) => child.once('exit', resolve));
		const checks: { id: string; status: string }[] = [];
		for (const path of await readdir(folder, { recursive: true })) {
			if (!path.endsWith('checks.json')) continue;
			checks.push(...(JSON.parse(await readFile(join(folder, path), 'utf8')) as typeof checks));
		}
		await rm(folder, { recursive: true });
		expect([code, said]).toEqual([0, expect.anything()]);
		expect(checks.filter(({ status }) => status === 'FAILURE')).toEqual([]);
		expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(1);
	});
});
