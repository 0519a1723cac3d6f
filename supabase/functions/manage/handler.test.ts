import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { readAuthSettings } from '../_shared/caller/auth-settings.ts';
import { createPersonFinder } from '../_shared/caller/person.ts';
import { createBuckets } from '../_shared/http/bucket.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { join, jwtSecret, signIn, type TestPerson } from '../tests/people.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import { listOrigins } from './service.ts';

let sites: TestSites;
let manage: TestManage;
let site: TestSite;
let owner: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	site = await sites.makeSite();
	[owner, stranger] = await Promise.all([signIn(), signIn()]);
	await join(sites.sql, site.workspace, owner);
});

afterAll(async () => {
	await manage.end();
	await sites.end();
});

describe('a person who is not signed in', () => {
	const sign = (header: object, claims: object, secret = jwtSecret) =>
		new SignJWT({ aud: 'authenticated', sub: crypto.randomUUID(), ...claims })
			.setProtectedHeader({ alg: 'HS256', ...header })
			.setExpirationTime('1h')
			.sign(new TextEncoder().encode(secret));
	const unsigned = () =>
		[{ alg: 'none' }, { aud: 'authenticated', sub: crypto.randomUUID(), exp: 4_000_000_000 }]
			.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
			.join('.') + '.';

	it.each<[string, () => string | Promise<string>]>([
		['says nothing', () => ''],
		['sends no bearer token', () => 'Basic abc'],
		['sends noise', () => 'Bearer a.b.c'],
		['signs with another secret', async () => `Bearer ${await sign({}, {}, 'x'.repeat(40))}`],
		['signs with another algorithm', async () => `Bearer ${await sign({ alg: 'HS512' }, {})}`],
		['does not sign', () => `Bearer ${unsigned()}`],
		['is meant for another audience', async () => `Bearer ${await sign({}, { aud: 'other' })}`],
		['has no subject', async () => `Bearer ${await sign({}, { sub: undefined })}`],
		['has a subject that is no UUID', async () => `Bearer ${await sign({}, { sub: "x' or 1=1" })}`],
	])('because the token %s gets 401', async (_, authorization) => {
		const headers = { authorization: await authorization() };
		const answer = await manage.call(undefined, '/whoami', { headers });
		expect([answer.status, answer.body['error']]).toMatchObject([
			401,
			{ code: 'unauthenticated', request_id: answer.headers.get('x-request-id') },
		]);
	});

	it('because the sign-in has expired receives a message that says so', async () => {
		const late = openManage(sites.manageUrl, { clock: () => Date.now() + 2 * 3_600_000 });
		const answer = await late.call(owner, '/whoami');
		expect(answer.body['error']).toMatchObject({ message: 'The sign-in has expired.' });
		await late.end();
	});
});

const hostedAt = (url: string) =>
	readAuthSettings((name) => (name === 'SUPABASE_URL' ? url : undefined));

describe('on hosted Supabase', () => {
	let auth: Server;
	let url: string;
	let hosted: TestManage;
	const keys = generateKeyPair('ES256');

	beforeAll(async () => {
		const jwk = { ...(await exportJWK((await keys).publicKey)), kid: 'one', alg: 'ES256' };
		auth = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
		await new Promise<void>((resolve) => auth.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(auth.address() as AddressInfo).port}`;
		const findPerson = createPersonFinder(hostedAt(url));
		hosted = openManage(sites.manageUrl, { findPerson });
	});

	afterAll(async () => {
		await hosted.end();
		auth.close();
	});

	const issue = async (issuer: string) => {
		const token = await new SignJWT({ email: owner.email, role: 'authenticated' })
			.setProtectedHeader({ alg: 'ES256', kid: 'one' })
			.setSubject(owner.id)
			.setAudience('authenticated')
			.setIssuer(issuer)
			.setExpirationTime('1h')
			.sign((await keys).privateKey);
		return { ...owner, token };
	};

	it('tokens are verified with the published keys', async () => {
		const answer = await hosted.call(await issue(`${url}/auth/v1`), '/whoami');
		expect(answer.body).toMatchObject({ person: owner.id, email: owner.email });
	});

	it('another issuer, or a shared secret, is refused', async () => {
		expect((await hosted.call(await issue('https://evil.example'), '/whoami')).status).toBe(401);
		const refused = await hosted.call(owner, '/whoami');
		expect([refused.status, refused.body['error']]).toMatchObject([
			401,
			{ message: expect.stringContaining('HS256'), hint: expect.stringContaining('JWT Keys') },
		]);
	});

	it('keys that cannot be fetched cause an outage error, not an invalid token', async () => {
		const findPerson = createPersonFinder(hostedAt('http://127.0.0.1:9'));
		const cut = openManage(sites.manageUrl, { findPerson });
		const logged = vi.spyOn(console, 'error').mockReturnValue();
		expect((await cut.call(await issue('http://127.0.0.1:9/auth/v1'), '/whoami')).status).toBe(503);
		expect(logged).toHaveBeenCalledOnce();
		logged.mockRestore();
		await cut.end();
	});

	it.each([
		[503, ''],
		[429, '{}'],
		[200, 'starting'],
		[200, '{}'],
	])('keys that are answered with %i and “%s” cause one too', async (status, body) => {
		const failing = createServer((_, response) => response.writeHead(status).end(body));
		await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
		const at = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
		const cut = openManage(sites.manageUrl, { findPerson: createPersonFinder(hostedAt(at)) });
		const logged = vi.spyOn(console, 'error').mockReturnValue();
		const answer = await cut.call(await issue(`${at}/auth/v1`), '/whoami');
		expect([answer.status, answer.body['error']]).toMatchObject([503, { code: 'unavailable' }]);
		expect(logged).toHaveBeenCalledOnce();
		logged.mockRestore();
		await cut.end();
		failing.close();
	});

	it('the function does not start without a way to verify people', () => {
		expect(() => readAuthSettings(() => undefined)).toThrow('SUPABASE_URL');
		const of = (values: Record<string, string>) => () => readAuthSettings((name) => values[name]);
		expect(of({ FEEDBACK_AUTH: 'feedback', SUPABASE_URL: url })).toThrow('FEEDBACK_AUTH_ISSUER');
		expect(of({ FEEDBACK_AUTH: 'other' })).toThrow('must be supabase or feedback');
	});
});

const encodeCursor = (text: string) => Buffer.from(text).toString('base64url');

describe('an address', () => {
	it('that does not exist returns 404, with another method 405', async () => {
		expect((await manage.call(owner, '/nothing')).status).toBe(404);
		expect((await manage.call(owner, `/sites/${site.id}/prompts/extra/more`)).status).toBe(404);
		const wrong = await manage.call(owner, '/whoami', { method: 'DELETE' });
		expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, PATCH, OPTIONS']);
	});

	it.each([
		['/sites/7/prompts', 'site'],
		['/sites/%00/prompts', 'site'],
		['/sites/%zz/prompts', 'site'],
		[`/sites/${crypto.randomUUID()}/events?limit=0`, 'limit'],
		[`/sites/${crypto.randomUUID()}/events?limit=many`, 'limit'],
		[`/sites/${crypto.randomUUID()}/events?cursor=x`, 'cursor'],
		[`/sites/${crypto.randomUUID()}/events?after=yesterday`, 'after'],
		[`/sites/${crypto.randomUUID()}/responses?cursor=%00`, 'cursor'],
	])('with a wrong part names it: %s', async (path, field) => {
		const answer = await manage.call(owner, path);
		expect([answer.status, answer.body['error']]).toMatchObject([400, { field }]);
	});

	it.each([
		['responses?since=0000-01-01T00:00:00Z', 'since'],
		['responses?until=2026-01-01T00:00:00%2B16:00', 'until'],
		[`responses?since=2026-01-01T00:00:00.${'0'.repeat(199)}Z`, 'since'],
		['responses?after=0000-01-01T00:00:00Z', 'after'],
		['events?after=2026-02-30T00:00:00Z', 'after'],
		[`prompts?cursor=${encodeCursor(`2026-01-01T00:00:00Z ${'-'.repeat(36)}`)}`, 'cursor'],
		[`prompts/${crypto.randomUUID()}/revisions/3000000000`, 'revision'],
	])('with a value that the database would refuse names it: %s', async (path, field) => {
		const answer = await manage.call(owner, `/sites/${site.id}/${path}`);
		expect([answer.status, answer.body['error']]).toMatchObject([400, { field }]);
	});

	it('of another person looks as if it did not exist', async () => {
		const nowhere = crypto.randomUUID();
		for (const list of ['prompts', 'events', 'responses']) {
			const theirs = await manage.call(stranger, `/sites/${site.id}/${list}`);
			const none = await manage.call(stranger, `/sites/${nowhere}/${list}`);
			expect(theirs.status).toBe(404);
			const { request_id: _, ...error } = theirs.body['error'] as Record<string, unknown>;
			expect(none.body['error']).toMatchObject(error);
		}
		expect((await manage.call(stranger, `/workspaces/${site.workspace}/sites`)).status).toBe(404);
	});
});

describe('the rate limit', () => {
	const buckets = () => createBuckets({ perSecond: 0.001, burst: 1 });
	const first = { 'x-forwarded-for': '198.51.100.1' };
	const second = { 'x-forwarded-for': '198.51.100.2' };

	it.each(['/shared-results', '/validate'])('of %s is that of an address', async (path) => {
		const limited = openManage(sites.manageUrl, { buckets: buckets() });
		const options = path === '/validate' ? { method: 'POST', body: { content: {} } } : {};
		const send = async (headers: Record<string, string>) =>
			(await limited.call(undefined, path, { ...options, headers })).status;
		expect(await send(first)).not.toBe(429);
		expect(await send(first)).toBe(429);
		expect(await send(second)).not.toBe(429);
		await limited.end();
	});

	it('of a person is theirs, wherever they are', async () => {
		const limited = openManage(sites.manageUrl, { buckets: buckets() });
		const send = async (person: TestPerson, headers: Record<string, string>) =>
			(await limited.call(person, '/whoami', { headers })).status;
		expect(await send(owner, first)).toBe(200);
		expect(await send(owner, second)).toBe(429);
		expect(await send(stranger, first)).toBe(200);
		await limited.end();
	});

	it('of invalid tokens does not count the sign-ins of people', async () => {
		const limited = openManage(sites.manageUrl, { failures: buckets() });
		const send = async (token: string) =>
			(await limited.call({ ...owner, token }, '/whoami', { headers: first })).status;
		for (let sent = 0; sent < 3; sent++) expect(await send('e30.e30.e30')).toBe(401);
		const unknown = `fbt_${'x'.repeat(43)}`;
		expect(await send(unknown)).toBe(401);
		expect(await send(unknown)).toBe(429);
		expect(await send(owner.token)).toBe(200);
		await limited.end();
	});
});

it('a token that no connection has is refused without the name of an address', async () => {
	const { body } = await manage.call({ ...owner, token: `fbt_${'x'.repeat(43)}` }, '/whoami');
	expect(body['error']).toMatchObject({
		code: 'unauthenticated',
		message: 'The token is not valid here, or no longer valid.',
		hint: 'Sign in again.',
	});
});

describe('pages of other origins', () => {
	const ask = (origin: string, method = 'GET') =>
		manage.handle(
			new Request('http://127.0.0.1/manage/whoami', {
				method,
				headers: { origin, authorization: `Bearer ${owner.token}` },
			}),
		);

	it('cannot read responses, but the dashboard can', async () => {
		const header = 'access-control-allow-origin';
		const dashboard = 'http://127.0.0.1:54323';
		expect((await ask(dashboard)).headers.get(header)).toBe(dashboard);
		expect((await ask(dashboard, 'OPTIONS')).headers.get(header)).toBe(dashboard);
		expect((await ask('https://evil.example')).headers.get(header)).toBe(null);
		expect((await ask('https://evil.example', 'OPTIONS')).headers.get(header)).toBe(null);
	});

	it('on localhost the dashboard has two origins', () => {
		expect(listOrigins('http://127.0.0.1:54323/')).toEqual([
			'http://127.0.0.1:54323',
			'http://localhost:54323',
		]);
		expect(listOrigins('https://feedback.example/app')).toEqual(['https://feedback.example']);
	});
});
