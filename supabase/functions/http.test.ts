import { errors, limits } from '@feedback/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Buckets } from './_shared/http/bucket.ts';
import { createOpenRequests, type OpenRequests } from './_shared/http/open-requests.ts';
import { createKeyring, mintSecret } from './_shared/secrets/keyring.ts';
import { createHandler as createManage, handle as startManage } from './manage/handler.ts';
import { createService as createManageService } from './manage/service.ts';
import { createHandler as createMcp, handle as startMcp } from './mcp/handler.ts';
import { createService as createMcpService } from './mcp/service.ts';
import { createHandler as createOAuth, handle as startOAuth } from './oauth/handler.ts';
import { createService as createOAuthService } from './oauth/service.ts';
import { createHandler as createSdk, handle as startSdk } from './sdk/handler.ts';
import { createService as createSdkService } from './sdk/service.ts';

// Checks that every function makes before it queries the database. In these tests, no function has a database.

const keyring = createKeyring(mintSecret());
const sql = { within: () => sql } as never;
const dashboard = 'http://127.0.0.1:54323';
const everyPage = '*';

function open(buckets?: Buckets, openRequests?: OpenRequests) {
	const limited = { ...(buckets && { buckets }), ...(openRequests && { open: openRequests }) };
	const findPerson = () => Promise.resolve({ id: crypto.randomUUID(), email: null, claims: {} });
	const manage = createManageService({ sql, keyring, findPerson, ...limited });
	return {
		sdk: createSdk(createSdkService({ sql, keyring, ...limited })),
		manage: createManage(manage),
		oauth: createOAuth(createOAuthService({ home: sql, keyring, ...limited })),
		mcp: createMcp(createMcpService(manage, limited)),
	};
}

type Name = keyof ReturnType<typeof open>;

async function ask(
	name: Name,
	path: string,
	init: RequestInit & { duplex?: 'half' } = {},
	handle: (request: Request) => Promise<Response> = open()[name],
) {
	const request = new Request(`http://127.0.0.1:54321/functions/v1/${name}${path}`, init);
	request.headers.set('host', '127.0.0.1:54321');
	request.headers.set('x-forwarded-for', '198.51.100.7');
	const response = await handle(request);
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		allow: response.headers.get('allow'),
		text,
		body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>,
	};
}

const json = (body: unknown): RequestInit => ({
	method: 'POST',
	headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
	body: JSON.stringify(body),
});

/** Parses a list in a header, ignoring spaces, case and order. */
function list(headers: Headers, name: string): string[] {
	const words = headers.get(name)?.split(',') ?? [];
	return words.map((word) => word.trim().toLowerCase()).sort();
}

/** The code of an error in the shape of its function. */
function codeOf(name: Name, { error }: Record<string, unknown>): unknown {
	const body = error as { code?: string; data?: { code: string } };
	if (name === 'oauth') return error;
	return name === 'mcp' ? body.data?.code : body.code;
}

/** The request ID in an error; `undefined` where its shape has none. */
function requestIdOf(name: Name, { error }: Record<string, unknown>): unknown {
	type ErrorBody = { request_id?: string };
	const body = error as ErrorBody & { data?: ErrorBody };
	return name === 'mcp' ? body.data?.request_id : body.request_id;
}

afterEach(() => {
	vi.restoreAllMocks();
});

describe('a preflight', () => {
	it.each<[Name, string, string, string, string[], string[]]>([
		['sdk', '/events', 'https://a.example', everyPage, ['post'], ['content-type']],
		['sdk', '/feedback.js', 'https://a.example', everyPage, ['get'], ['content-type']],
		...['/whoami', '/nothing'].map((path): [Name, string, string, string, string[], string[]] => [
			'manage',
			path,
			dashboard,
			dashboard,
			['delete', 'get', 'patch', 'post', 'put'],
			['authorization', 'content-type', 'feedback-presence', 'idempotency-key'],
		]),
		[
			...(['oauth', '/token', 'https://a.example', everyPage] as const),
			['get', 'post'],
			['authorization', 'content-type', 'mcp-protocol-version'],
		],
		[
			...(['mcp', '', 'http://localhost:6274', 'http://localhost:6274'] as const),
			['post'],
			[
				'accept',
				'authorization',
				'content-type',
				'mcp-method',
				'mcp-name',
				'mcp-protocol-version',
				'mcp-session-id',
			],
		],
	])('of %s%s from %s is cached for a day', async (name, path, origin, who, methods, headers) => {
		const asked = { origin, 'access-control-request-method': 'POST' };
		const answer = await ask(name, path, { method: 'OPTIONS', headers: asked });
		expect([answer.status, answer.text]).toEqual([204, '']);
		expect(answer.headers.get('access-control-allow-origin')).toBe(who);
		expect(list(answer.headers, 'access-control-allow-methods')).toEqual(methods);
		expect(list(answer.headers, 'access-control-allow-headers')).toEqual(headers);
		expect(answer.headers.get('access-control-max-age')).toBe('86400');
		expect(answer.headers.has('content-type')).toBe(false);
		if (who !== everyPage) expect(list(answer.headers, 'vary')).toContain('origin');
	});

	it.each<Name>(['manage', 'mcp'])('of %s from another origin allows nothing', async (name) => {
		const init = { method: 'OPTIONS', headers: { origin: 'https://evil.example' } };
		const answer = await ask(name, '', init);
		expect(answer.status).toBe(204);
		expect(answer.headers.has('access-control-allow-origin')).toBe(false);
		expect(list(answer.headers, 'vary')).toContain('origin');
	});

	it('of an unknown path of sdk returns 404', async () => {
		expect((await ask('sdk', '/nothing', { method: 'OPTIONS' })).status).toBe(404);
	});
});

describe('an HTTP response', () => {
	it.each<[Name, string, string[]]>([
		['sdk', everyPage, ['retry-after', 'x-request-id']],
		['oauth', everyPage, ['retry-after', 'x-request-id']],
		[
			...(['manage', dashboard] as const),
			[
				'content-disposition',
				'feedback-read-from',
				'retry-after',
				'www-authenticate',
				'x-request-id',
			],
		],
		['mcp', dashboard, ['mcp-session-id', 'retry-after', 'www-authenticate', 'x-request-id']],
	])('of %s lets %s read its headers, also when it is an error', async (name, who, exposed) => {
		const { headers } = await ask(name, '/nothing', { headers: { origin: dashboard } });
		expect(headers.get('access-control-allow-origin')).toBe(who);
		expect(list(headers, 'access-control-expose-headers')).toEqual(exposed);
		expect(headers.get('content-type')).toMatch(/^application\/json/);
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(list(headers, 'vary')).toEqual(who === everyPage ? [] : ['origin']);
		expect(headers.get('cross-origin-resource-policy')).toBe(
			name === 'sdk' ? 'cross-origin' : null,
		);
	});

	it.each<Name>(['sdk', 'manage', 'oauth', 'mcp'])(
		'of %s has a request ID that the function generated',
		async (name) => {
			const { body, headers } = await ask(name, '/nothing', {
				headers: { 'x-request-id': 'mine' },
			});
			const id = headers.get('x-request-id');
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
			if (name !== 'oauth') expect(requestIdOf(name, body)).toBe(id);
		},
	);
});

describe('an address', () => {
	it.each<[Name, string, unknown]>([
		['sdk', '/nothing', 'not_found'],
		['sdk', '', 'not_found'],
		['sdk', '/events/', 'not_found'],
		['manage', '/nothing', 'not_found'],
		['manage', '', 'not_found'],
		['oauth', '/nothing', 'invalid_request'],
		['oauth', '', 'invalid_request'],
		['mcp', '/nothing', 'not_found'],
	])('%s%s that does not exist returns 404', async (name, path, code) => {
		const answer = await ask(name, path, { method: 'POST', body: '{}' });
		expect([answer.status, codeOf(name, answer.body)]).toEqual([404, code]);
	});

	it.each<[Name, string]>([
		['oauth', '/jwks/'],
		['manage', '/.well-known/oauth-protected-resource'],
		['mcp', '/.well-known/oauth-protected-resource'],
	])('%s%s needs no sign-in', async (name, path) => {
		expect((await ask(name, path)).status).toBe(200);
	});

	it.each<[Name, string, string, string]>([
		['sdk', 'GET', '/events', 'POST, OPTIONS'],
		['sdk', 'HEAD', '/events', 'POST, OPTIONS'],
		['sdk', 'DELETE', '/feedback.js', 'GET, HEAD, OPTIONS'],
		['manage', 'DELETE', '/whoami', 'GET, PATCH, OPTIONS'],
		['manage', 'DELETE', '/whoami/', 'GET, PATCH, OPTIONS'],
		// A response may use up a grant, so do not discard it.
		['manage', 'HEAD', '/whoami', 'GET, PATCH, OPTIONS'],
		['manage', 'DELETE', `/sites/${crypto.randomUUID()}`, 'GET, PATCH, OPTIONS'],
		['manage', 'PROPFIND', '/sites/%zz/prompts', 'GET, POST, OPTIONS'],
		['oauth', 'GET', '/token', 'POST, OPTIONS'],
		['oauth', 'HEAD', '/jwks', 'GET, OPTIONS'],
		['oauth', 'DELETE', '/authorize', 'GET, OPTIONS'],
	])(
		'%s answers %s %s with 405 and the methods that it allows',
		async (name, method, path, allow) => {
			const answer = await ask(name, path, { method });
			expect([answer.status, answer.allow]).toEqual([405, allow]);
			if (method === 'HEAD') return;
			const code = name === 'oauth' ? 'invalid_request' : 'method_not_allowed';
			expect(codeOf(name, answer.body)).toBe(code);
		},
	);
});

describe('a body', () => {
	const targets: [Name, string, string, number][] = [
		['sdk', '/events', 'text/plain', 65_536],
		['manage', '/validate', 'application/json', 262_144],
		['oauth', '/register', 'application/json', 65_536],
		['oauth', '/token', 'application/x-www-form-urlencoded', 65_536],
		['mcp', '', 'application/json', 262_144],
	];

	it.each(targets)('of %s%s that is too large is refused', async (name, path, type, most) => {
		const headers = { 'content-type': type, accept: 'application/json, text/event-stream' };
		const body = 'x'.repeat(most + 1);
		const announced = { ...headers, 'content-length': String(most + 1) };
		const inParts = new Blob([body]).stream();
		const answers = [
			await ask(name, path, { method: 'POST', headers, body }),
			await ask(name, path, { method: 'POST', headers: announced, body }),
			await ask(name, path, { method: 'POST', headers, body: inParts, duplex: 'half' }),
		];
		for (const answer of answers) {
			const code = name === 'oauth' ? 'invalid_request' : 'body_too_large';
			expect([answer.status, codeOf(name, answer.body)]).toEqual([413, code]);
			expect(answer.text).toContain(`The body is larger than ${most} bytes.`);
		}
		const fits = await ask(name, path, { method: 'POST', headers, body: body.slice(1) });
		expect(fits.status).toBe(400);
	});

	const { request, management } = limits;
	it.each<[Name, string, string, number]>([
		['sdk', '/events', '[0]', request.values],
		['sdk', '/preview', '{"a":0}', request.keys],
		['manage', '/validate', '{"all":[]}', management.keys],
		['manage', '/validate', '[]', management.values],
		['oauth', '/register', '[0]', request.values],
		['mcp', '', '[0]', management.values],
	])('of %s%s with more than its share of %s is refused', async (name, path, part, most) => {
		const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
		const body = `[${`${part},`.repeat(most)}0]`;
		const answer = await ask(name, path, { method: 'POST', headers, body });
		expect(answer.text).toMatch(new RegExp(`has more than ${most} (values|keys)`));
		expect(answer.status).toBe(name === 'oauth' ? 400 : 413);
	});

	it.each(targets)('of %s%s that is not UTF-8 or cut off returns 400', async (name, path, type) => {
		const headers = { 'content-type': type, accept: 'application/json, text/event-stream' };
		const logged = vi.spyOn(console, 'error').mockReturnValue();
		const torn = new ReadableStream({
			pull(controller) {
				controller.error(new TypeError('The connection was closed.'));
			},
		});
		for (const body of [Uint8Array.from([0x22, 0xff, 0x22]), torn]) {
			const answer = await ask(name, path, { method: 'POST', headers, body, duplex: 'half' });
			expect(answer.status).toBe(400);
		}
		expect(logged).not.toHaveBeenCalled();
	});
});

describe('an invalid prompt', () => {
	const many = <Item>(length: number, item: (at: number) => Item) =>
		Array.from({ length }, (_, at) => item(at));
	const validate = async (content: unknown) => {
		const body = JSON.stringify({ content });
		const headers = { 'content-type': 'application/json' };
		const answer = await ask('manage', '/validate', { method: 'POST', headers, body });
		return answer.body as {
			faults: { path: (string | number)[]; message: string }[];
			more: number;
		};
	};

	it('lists its first 50 errors, and says how many more it has', async () => {
		const unknown = Object.fromEntries(many(3_000, (at) => [`key${at}`, 0] as const));
		const { faults, more } = await validate({
			survey_id: 'x',
			name: 'n',
			questions: [],
			...unknown,
		});
		expect([faults.length, faults.length + more]).toEqual([50, 3_001]);
	});

	it('with a large tree of conditions has one error', async () => {
		const tree = (depth: number): object =>
			depth ? { all: [1, 2].map(() => tree(depth - 1)) } : { trait: 't', op: 'iz' };
		const { faults, more } = await validate({ survey_id: 'x', audience: tree(10) });
		const about = faults.filter(({ path }) => path[0] === 'audience');
		expect([about.map(({ message }) => message), more]).toEqual([
			['has 1024 conditions, at most 50', 'nests 10 groups, at most 5'],
			0,
		]);
	});

	it('has at most 30 languages', async () => {
		const languages = many(31, (at) => [`de-${String(at).padStart(3, '0')}`, {}] as const);
		const { faults } = await validate({ translations: Object.fromEntries(languages) });
		const about = faults.filter(({ path }) => path[0] === 'translations');
		expect(about).toEqual([{ path: ['translations'], message: 'has 31 languages, at most 30' }]);
	});

	it('counts the questions of a translation and the keys of a condition first', async () => {
		const keys = (count: number) => Object.fromEntries(many(count, (at) => [`q${at}`, 0]));
		const { faults } = await validate({
			translations: { de: { questions: keys(2_000) } },
			audience: keys(2_000),
		});
		expect(
			faults.filter(({ path }) => ['translations', 'audience'].includes(String(path[0]))),
		).toEqual([
			{
				path: ['translations', 'de', 'questions'],
				message: `has 2000 questions, at most ${limits.prompt.questions}`,
			},
			{ path: ['audience'], message: 'has a condition or group with 2000 keys, at most 20' },
		]);
	});

	it('does not repeat a long key in each error', async () => {
		const key = 'k'.repeat(30_000);
		const questions = many(200, (at) => [`q${at}`, { title: 1 }] as const);
		const translations = { [key]: { questions: Object.fromEntries(questions) } };
		expect(JSON.stringify(await validate({ translations })).length).toBeLessThan(20_000);
	});
});

describe('a request without a sign-in', () => {
	it.each<[Name, string, RequestInit, string]>([
		['manage', '/validate', json({ content: {} }), 'at most 1 requests at once'],
		['manage', '/shared-results', {}, 'at most 1 requests at once'],
		['oauth', '/register', json({}), 'Too many requests.'],
		['mcp', '', json({ jsonrpc: '2.0', id: 1, method: 'ping' }), 'at most 1 requests at once'],
		['sdk', '/preview', json({}), 'at most 1 requests at once'],
	])('to %s%s is limited by what others of its address cost', async (name, path, init, message) => {
		const requests = createOpenRequests(Date.now, { ...limits.open, atOnce: 1 });
		const handle = open(undefined, requests)[name];
		const end = requests.begin('198.51.100.7', { headers: new Headers() });
		const refused = await ask(name, path, init, handle);
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
		expect(refused.text).toContain(message);
		end();
		expect((await ask(name, path, init, handle)).status).not.toBe(429);
		// Each request gave its place back.
		expect((await ask(name, path, init, handle)).status).not.toBe(429);
	});
});

describe('a request', () => {
	it('to sdk without a proxy counts by the address of its connection', async () => {
		const take = vi.fn(() => 1);
		const service = { sql, keyring, buckets: { take }, trustedProxies: 0 };
		const handle = createSdk(createSdkService(service));
		// As under Deno, where the connection's info object has only inherited properties.
		class Connection {
			get remoteAddr() {
				return { hostname: '203.0.113.9' };
			}
		}
		const request = new Request('http://127.0.0.1/sdk/events', { method: 'POST', body: '{}' });
		await handle(request, new Connection());
		expect(take).toHaveBeenCalledExactlyOnceWith('203.0.113.9', expect.any(Number));
	});

	it.each<[Name, string]>([
		['sdk', '/events'],
		['manage', '/validate'],
		['oauth', '/token'],
		['mcp', ''],
	])('over the rate of %s%s is refused before its body is read', async (name, path) => {
		const full = open({ take: () => 6.2 });
		const body = 'x'.repeat(1_000_000);
		const answer = await ask(name, path, { method: 'POST', body }, full[name]);
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
		const code = name === 'oauth' ? 'temporarily_unavailable' : 'rate_limited';
		expect(codeOf(name, answer.body)).toBe(code);
	});

	it.each<[Name, (request: Request) => Promise<Response>]>([
		['sdk', startSdk],
		['manage', startManage],
		['oauth', startOAuth],
		['mcp', startMcp],
	])('to %s that was not set up returns 500 and a time to retry', async (name, start) => {
		vi.spyOn(console, 'error').mockReturnValue();
		const answer = await ask(name, '/events', { method: 'POST', body: '{}' }, start);
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, '5']);
		expect(answer.headers.get('access-control-allow-origin')).toBe(
			name === 'sdk' ? everyPage : null,
		);
		const { request_id: _, ...error } = (
			name === 'mcp' ? (answer.body['error'] as { data: unknown }).data : answer.body['error']
		) as Record<string, unknown>;
		expect(error).toEqual({ code: 'internal', message: errors.internal.message });
	});
});
