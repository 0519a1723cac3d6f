import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import {
	approve,
	beginAuthorization,
	issuer,
	openSignIn,
	resource,
	writeExchange,
	writeRequest,
	type TestSignIn,
} from '../tests/oauth.ts';
import { join, signIn } from '../tests/people.ts';
import { createPool } from '../_shared/pool.ts';

let opened: TestSignIn;

beforeAll(async () => {
	opened = await openSignIn();
});
afterAll(() => opened.end());

const errorOf = (location: URL | undefined) => location?.searchParams.get('error');

describe('an authorization request', () => {
	it('waits for a person, who sees the requested access and the client', async () => {
		const asked = writeRequest({ scope: 'connect openid prompt:draft prompt:publish' });
		const { status, headers, location } = await opened.get('/authorize', asked.parameters);
		expect(status).toBe(302);
		expect(headers.has('access-control-allow-origin')).toBe(false);
		expect(headers.get('cache-control')).toBe('no-store');
		expect(location!.origin).toBe('http://127.0.0.1:54323');
		const authorization = location!.pathname.split('/')[2]!;
		const { body } = await opened.manage.ask(opened.owner, 'getAuthorization', { authorization });
		expect(body).toMatchObject({
			id: authorization,
			client: { name: 'Feedback command', host: null, kind: 'builtin' },
			kind: 'cli',
			redirect_host: '127.0.0.1',
			is_loopback: true,
			is_foreign_host: false,
			resource,
			actions: ['prompt:draft'],
		});
		expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(
			limits.signIn.requestMinutes * 60_000,
		);
	});

	it('returns a code, its state and the issuer', async () => {
		const id = await beginAuthorization(opened, writeRequest());
		const answer = await approve(opened, opened.owner, id);
		expect(answer.host).toBe('127.0.0.1:4711');
		expect(Object.fromEntries(answer.searchParams)).toEqual({
			code: expect.stringMatching(/^[\w-]{43}$/) as string,
			state: 'as it was',
			iss: issuer,
		});
	});

	it('may have no state', async () => {
		const { state: _, ...parameters } = writeRequest().parameters;
		const { status, location } = await opened.get('/authorize', parameters);
		expect(status).toBe(302);
		const answer = await approve(opened, opened.owner, location!.pathname.split('/')[2]!);
		expect(answer.searchParams.has('state')).toBe(false);
		expect(answer.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
	});

	it('that is denied sends no code', async () => {
		const authorization = await beginAuthorization(opened, writeRequest());
		await opened.manage.ask(opened.owner, 'getAuthorization', { authorization });
		const { body } = await opened.manage.ask(opened.owner, 'denyAuthorization', { authorization });
		const answer = new URL(body.redirect);
		expect(errorOf(answer)).toBe('access_denied');
		expect(answer.searchParams.get('code')).toBe(null);
		const again = await opened.manage.ask(opened.owner, 'approveAuthorization', {
			authorization,
			sites: [],
		});
		expect(again.error.code).toBe('not_found');
	});

	it('belongs to the first person who opens it', async () => {
		const thief = await signIn();
		await join(opened.sites.sql, opened.site.workspace, thief);
		const authorization = await beginAuthorization(opened, writeRequest());
		const early = await opened.manage.ask(thief, 'approveAuthorization', {
			authorization,
			sites: [],
		});
		expect(early.status).toBe(404);
		await opened.manage.ask(opened.owner, 'getAuthorization', { authorization });
		for (const [name, input] of [
			['getAuthorization', { authorization }],
			['approveAuthorization', { authorization, sites: [] }],
			['denyAuthorization', { authorization }],
		] as const) {
			const { status, error } = await opened.manage.ask(thief, name, input as never);
			expect([name, status, error.code]).toEqual([name, 404, 'not_found']);
		}
		const { status } = await opened.manage.ask(opened.owner, 'getAuthorization', { authorization });
		expect(status).toBe(200);
	});

	it('opened by twenty people at once belongs to one, and concurrent decisions count once', async () => {
		const people = await Promise.all(Array.from({ length: 20 }, () => signIn()));
		const authorization = await beginAuthorization(opened, writeRequest());
		const opening = people.map((person) =>
			opened.manage.ask(person, 'getAuthorization', { authorization }),
		);
		const statuses = (await Promise.all(opening)).map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(1);
		const winner = people[statuses.indexOf(200)]!;
		const deciding = Array.from({ length: 20 }, () =>
			opened.manage.ask(winner, 'approveAuthorization', { authorization, sites: [] }),
		);
		const decided = (await Promise.all(deciding)).map(({ status }) => status);
		expect(decided.filter((status) => status === 200)).toHaveLength(1);
	});

	it('is in the audit log of every workspace to which it gives access', async () => {
		const authorization = await beginAuthorization(opened, writeRequest());
		await approve(opened, opened.owner, authorization);
		const { body } = await opened.manage.ask(opened.owner, 'listAudit', {
			workspace: opened.site.workspace,
		});
		expect(body.items[0]).toMatchObject({
			did: 'approveAuthorization',
			subject: 'Feedback command',
			who: opened.owner.email,
		});
	});

	it('expires after ten minutes', async () => {
		const authorization = await beginAuthorization(opened, writeRequest());
		await opened.manage.ask(opened.owner, 'getAuthorization', { authorization });
		opened.clock.now += 600_000;
		const late = await opened.manage.ask(opened.owner, 'approveAuthorization', {
			authorization,
			sites: [],
		});
		opened.clock.now -= 600_000;
		expect(late.error.code).toBe('not_found');
	});

	it('can be approved only after a recent sign-in', async () => {
		const timestamp = Math.floor(Date.now() / 1_000) - 16 * 60;
		const stale = await signIn({ amr: [{ method: 'password', timestamp }] });
		await join(opened.sites.sql, opened.site.workspace, stale);
		const authorization = await beginAuthorization(opened, writeRequest());
		await opened.manage.ask(stale, 'getAuthorization', { authorization });
		const { status, error } = await opened.manage.ask(stale, 'approveAuthorization', {
			authorization,
			sites: [opened.site.id],
		});
		expect([status, error.code]).toEqual([403, 'recent_sign_in_required']);
	});

	it('grants only what the person has and the client requested', async () => {
		const foreign = await opened.sites.makeSite();
		const viewer = await signIn();
		await join(opened.sites.sql, opened.site.workspace, viewer, 'viewer');
		const authorization = await beginAuthorization(
			opened,
			writeRequest({ scope: 'prompt:draft response:read' }),
		);
		await opened.manage.ask(viewer, 'getAuthorization', { authorization });
		const tell = async (sites: string[], actions: ('site:create' | 'prompt:draft')[]) =>
			(await opened.manage.ask(viewer, 'approveAuthorization', { authorization, sites, actions }))
				.error.code;
		expect(await tell([foreign.id], [])).toBe('not_found');
		expect(await tell([opened.site.id], ['prompt:draft'])).toBe('forbidden');
		expect(await tell([], ['site:create'])).toBe('conflict');
	});

	it.each([
		['another host', 'http://192.168.0.7:4711/callback'],
		['a host that begins like loopback', 'http://127.0.0.1.example.com:4711/callback'],
		['a user that looks like loopback', 'http://127.0.0.1:4711@example.com/callback'],
		['a name for loopback that was not registered', 'http://localhost:4711/callback'],
		['another path', 'http://127.0.0.1:4711/callback/other'],
		['a query', 'http://127.0.0.1:4711/callback?to=elsewhere'],
		['https on loopback', 'https://127.0.0.1:4711/callback'],
		['a fragment', 'http://127.0.0.1:4711/callback#'],
		['a script', 'javascript:alert(1)'],
		['a backslash', 'http://127.0.0.1:4711\\callback'],
	])('sends nothing to a redirect with %s', async (_, redirect_uri) => {
		const { status, location, body, headers } = await opened.get(
			'/authorize',
			writeRequest({ redirect_uri }).parameters,
		);
		expect([status, location]).toEqual([400, undefined]);
		expect(body['error']).toBe('invalid_request');
		expect(headers.get('content-type')).toContain('application/json');
	});

	it.each([1, 4711, 65_535])('redirects to port %i of loopback', async (port) => {
		const redirect_uri = `http://127.0.0.1:${port}/callback`;
		const asked = writeRequest({ redirect_uri });
		const answer = await approve(opened, opened.owner, await beginAuthorization(opened, asked));
		expect(answer.href.split('?')[0]).toBe(redirect_uri);
		const { status } = await opened.post('/token', writeExchange(asked, answer));
		expect(status).toBe(200);
	});

	it('of an unknown client is refused without a redirect', async () => {
		const { status, body, location } = await opened.get(
			'/authorize',
			writeRequest({ client_id: 'fbc_unknown' }).parameters,
		);
		expect([status, body['error'], location]).toEqual([401, 'invalid_client', undefined]);
	});

	it.each<[string, Record<string, string>, string]>([
		['without PKCE', { code_challenge: '' }, 'invalid_request'],
		['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
		['without a method of PKCE', { code_challenge_method: '' }, 'invalid_request'],
		['with a challenge that is none', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
		['for a token', { response_type: 'token' }, 'unsupported_response_type'],
		['for an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
		['for another resource', { resource: 'https://example.com/mcp' }, 'invalid_target'],
		['for all of us', { resource: issuer.replace('/oauth', '') }, 'invalid_target'],
		['with a request object', { request: 'e30.e30.' }, 'request_not_supported'],
		[
			'with the address of one',
			{ request_uri: 'https://client.example/request' },
			'request_not_supported',
		],
		['with a long state', { state: 'x'.repeat(2_001) }, 'invalid_request'],
	])('%s is refused there', async (_, given, code) => {
		const { parameters } = writeRequest(given);
		const { status, location } = await opened.get('/authorize', parameters);
		expect(status).toBe(302);
		expect(location!.href).toMatch(/^http:\/\/127\.0\.0\.1:4711\/callback\?/);
		expect(errorOf(location)).toBe(code);
		expect(location!.searchParams.get('iss')).toBe(issuer);
		expect(location!.searchParams.get('state')).toBe(parameters['state']);
	});

	it('without a state gets an answer without one', async () => {
		const { parameters } = writeRequest({ state: '', response_type: 'token' });
		const { status, location } = await opened.get('/authorize', parameters);
		expect([status, location!.searchParams.has('state')]).toEqual([302, false]);
		expect(errorOf(location)).toBe('unsupported_response_type');
	});

	it('is not sent back to the client while the database is unreachable', async () => {
		const logged = vi.spyOn(console, 'error').mockReturnValue();
		const home = createPool('postgres://nobody@127.0.0.1:9/nothing', 'oauth', { size: 1 });
		const cut = await openSignIn({ home });
		const { status, location } = await cut.get('/authorize', writeRequest().parameters);
		expect([status, location]).toEqual([503, undefined]);
		expect(logged).toHaveBeenCalled();
		logged.mockRestore();
		await home.end();
		await cut.end();
	});

	it('with a parameter twice is refused', async () => {
		const query = new URLSearchParams(writeRequest().parameters);
		query.append('redirect_uri', 'http://127.0.0.1:1/callback');
		const response = await opened.handle(new Request(`${issuer}/authorize?${query}`));
		expect(response.status).toBe(400);
	});

	it('is limited to a hundred from an address in ten minutes', async () => {
		const { parameters } = writeRequest();
		const send = () => opened.get('/authorize', parameters, '203.0.113.9');
		const answers: Awaited<ReturnType<typeof send>>[] = [];
		for (let n = 0; n < 110; n++) answers.push(await send());
		const refused = answers.filter(({ location }) => errorOf(location) !== null);
		expect(refused).toHaveLength(10);
		expect(errorOf(refused[0]!.location)).toBe('temporarily_unavailable');
	});
});

describe('the server', () => {
	it('returns JSON errors of one shape for unknown requests', async () => {
		for (const [method, path, status] of [
			['GET', '/', 404],
			['GET', '/login', 404],
			['GET', '/token', 405],
			['POST', '/authorize', 405],
			['PUT', '/register', 405],
		] as const) {
			const response = await opened.handle(new Request(`${issuer}${path}`, { method }));
			expect([path, response.status]).toEqual([path, status]);
			expect(await response.json()).toMatchObject({ error: 'invalid_request' });
			expect(response.headers.get('access-control-allow-origin')).toBe('*');
		}
	});
});
