import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { routes } from '@feedback/contract';
import type { Route, RouteName } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

import { call } from './client.ts';
import { ApiError, createClient, readAll, readPages } from './mod.ts';
import type { Client, ClientOptions } from './mod.ts';

type Heard = {
	method: string;
	url: string;
	authorization: string | undefined;
	key: string | undefined;
	body: string;
};
type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const heard: Heard[] = [];
const waited: number[] = [];
let replies: Reply[] = [];
let apiUrl = '';

const server = createServer((request, response) => {
	let body = '';
	request.on('data', (chunk: Buffer) => (body += chunk.toString()));
	request.on('end', () => {
		const { method = '', url = '', headers } = request;
		const key = headers['idempotency-key'] as string | undefined;
		heard.push({ method, url, authorization: headers.authorization, key, body });
		const reply = replies.length > 1 ? replies.shift() : replies[0];
		reply?.(request, response);
	});
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
beforeEach(() => {
	heard.length = 0;
	waited.length = 0;
});

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
	return (_, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	};
}

function client(options: Partial<ClientOptions> = {}): Client {
	return createClient({
		apiUrl,
		token: () => Promise.resolve('a.b.c'),
		wait: (milliseconds) => {
			waited.push(milliseconds);
			return Promise.resolve();
		},
		...options,
	});
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
	const error = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(ApiError);
	return error as ApiError;
}

const site = '0193b3a2-0000-7000-8000-000000000001';
const empty = { items: [], next: null, latest: null };

describe('the client', () => {
	it('has a method for every route of the contract, and no other', () => {
		expect(Object.keys(client()).sort()).toEqual(Object.keys(routes).sort());
		expectTypeOf<keyof Client>().toEqualTypeOf<RouteName>();
		expectTypeOf(client().listEvents).parameter(0).toExtend<{ site: string; limit?: number }>();
	});

	it('sends parameters in the path and the query, and the token in a header', async () => {
		replies = [answer(200, empty)];
		await expect(
			client().listEvents({ site, limit: 5, after: 'a/b c&d', cursor: undefined }),
		).resolves.toEqual(empty);
		expect(heard).toMatchObject([
			{
				method: 'GET',
				url: `/manage/sites/${site}/events?limit=5&after=a%2Fb+c%26d`,
				authorization: 'Bearer a.b.c',
				body: '',
			},
		]);
	});

	it('repeats a query parameter for each value of a list', async () => {
		replies = [answer(200, { items: [], next: null, latest: null })];
		await client().listResponses({ site: 's', trait: ['plan:pro', 'team:a&b'] });
		expect(heard[0]!.url).toBe('/manage/sites/s/responses?trait=plan%3Apro&trait=team%3Aa%26b');
	});

	it('reads a list to its last page, one page at a time', async () => {
		const page = (ids: string[], next: string | null) =>
			answer(200, { items: ids.map((id) => ({ id })), next });
		replies = [page(['a', 'b'], 'second'), page(['c'], null)];
		const read = (cursor?: string) => client().listPrompts({ site, cursor });
		const pages = readPages(read);
		expect((await pages.next()).value).toMatchObject({ next: 'second' });
		expect(heard).toHaveLength(1);
		await expect(pages.next()).resolves.toMatchObject({ value: { items: [{ id: 'c' }] } });
		expect(new URL(heard[1]!.url, apiUrl).search).toBe('?cursor=second');
		expect((await pages.next()).done).toBe(true);

		replies = [page(['a', 'b'], 'second'), page(['c'], null)];
		expect((await readAll(read)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
		replies = [page(['a'], 'second'), answer(404, {})];
		await failure(readAll(read));
	});

	it('encodes parameters, so that none changes the path', async () => {
		replies = [answer(200, { items: [], next: null })];
		await client().listPrompts({ site: '../../x?y#z' });
		expect(heard[0]?.url).toBe('/manage/sites/..%2F..%2Fx%3Fy%23z/prompts');
	});

	it('sends no authorization without a token', async () => {
		replies = [answer(200, {})];
		await client({ token: () => Promise.resolve(null) }).whoami();
		expect(heard[0]?.authorization).toBeUndefined();
	});

	it('sends the other parameters of a write as its body', async () => {
		const write: Route = {
			method: 'POST',
			path: '/sites/{site}/prompts',
			summary: 'A route that takes a body.',
			need: 'person',
			assurance: 'none',
			params: z.object({ site: z.string() }),
			body: z.object({ name: z.string() }),
			output: z.object({}),
		};
		replies = [answer(503, '')];
		const options = { apiUrl, token: () => Promise.resolve(null) };
		await failure(call(options, write, { site, name: 'Ease' }));
		expect(heard).toHaveLength(1);
		expect(heard[0]).toMatchObject({ method: 'POST', key: undefined, body: '{"name":"Ease"}' });
	});
});

describe('an error of the service', () => {
	it('has every field of the response', async () => {
		const error = {
			code: 'invalid_request',
			message: 'limit must be at most 200',
			field: 'limit',
			hint: 'Ask for fewer.',
			request_id: 'r1',
		};
		replies = [answer(400, { error })];
		expect(await failure(client().listEvents({ site, limit: 999 }))).toMatchObject({
			...error,
			status: 400,
		});
		expect(heard).toHaveLength(1);
	});

	it('contains the address of a missing approval', async () => {
		const approval = { id: 'a', url: 'https://app.example/approvals/a', expires_at: '2026-03-01' };
		const error = { code: 'approval_required', message: 'Ask.', approval };
		replies = [answer(403, { error })];
		expect((await failure(client().listResponses({ site }))).approval).toEqual(approval);

		replies = [answer(403, { error: { ...error, approval: { id: 1 } } })];
		expect((await failure(client().listResponses({ site }))).approval).toBeUndefined();
	});

	it.each([
		[401, '<html>no</html>', 'unauthenticated'],
		[404, '', 'not_found'],
		[502, 'Bad gateway', 'unavailable'],
		[500, '{"error":{"code":"made_up","message":"Odd."}}', 'internal'],
		[500, '{"error":{"code":"toString"}}', 'internal'],
		[200, '<html>a captive portal</html>', 'unreachable'],
	])('of a proxy is derived from its status: %i %s', async (status, body, code) => {
		replies = [answer(status, body)];
		const error = await failure(client().whoami());
		expect(error).toMatchObject({ code, status });
		expect(error.message).toMatch(/\w\.$/);
	});

	it('contains the stored version after a conflict', async () => {
		const stored = { etag: null, updated_at: null, updated_by: null };
		replies = [answer(409, { error: { code: 'conflict', message: 'Discarded.', stored } })];
		const saving = client().saveWorkingCopy({
			site: 's',
			prompt: 'p',
			content: {},
			base_revision: 1,
			etag: 'x',
		});
		await expect(saving).rejects.toMatchObject({ code: 'conflict', stored });
	});

	it('is unreachable when the connection is refused', async () => {
		const error = await failure(client({ apiUrl: 'http://127.0.0.1:1' }).whoami());
		expect(error).toMatchObject({ code: 'unreachable', status: 0 });
		expect(waited).toHaveLength(2);
	});

	it('is unreachable after the timeout', async () => {
		// Long enough for a busy machine to receive each attempt.
		replies = [() => undefined];
		expect(await failure(client({ timeout: 300 }).whoami())).toMatchObject({ code: 'unreachable' });
		expect(heard).toHaveLength(3);
	});
});

describe('a read', () => {
	const busy = { error: { code: 'unavailable', message: 'Starting.' } };

	it('is retried after a transient error', async () => {
		replies = [answer(503, busy), answer(429, ''), answer(200, empty)];
		await expect(client().listResponses({ site })).resolves.toEqual(empty);
		expect(heard).toHaveLength(3);
		expect(waited[1]).toBeGreaterThan(waited[0]!);
	});

	it('is not retried after three attempts', async () => {
		replies = [answer(503, busy)];
		expect(await failure(client().whoami())).toMatchObject({ code: 'unavailable' });
		expect(heard).toHaveLength(3);
	});

	it('waits as long as Retry-After requests, up to the maximum', async () => {
		replies = [answer(429, '', { 'retry-after': '2' }), answer(200, {})];
		await client().whoami();
		expect(waited).toEqual([2_000]);

		replies = [answer(429, '', { 'retry-after': '60' })];
		expect(await failure(client().whoami())).toMatchObject({ code: 'rate_limited' });
		expect(waited).toEqual([2_000]);
	});

	it('is not retried when an approval is missing', async () => {
		replies = [answer(403, { error: { code: 'approval_required', message: 'Ask.' } })];
		expect(await failure(client().whoami())).toMatchObject({ code: 'approval_required' });
		expect(heard).toHaveLength(1);
	});
});

describe('a write', () => {
	const busy = { error: { code: 'unavailable', message: 'Starting.' } };
	const workspace = site;

	it('with an idempotency key is retried with the same key, which the caller can choose', async () => {
		replies = [answer(503, busy), answer(200, { id: site })];
		await client().createSite({ workspace, name: 'Reports' });
		expect(heard).toHaveLength(2);
		expect(heard[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
		expect(heard[1]?.key).toBe(heard[0]?.key);

		replies = [answer(200, { id: site })];
		await client().createSite({ workspace, name: 'Reports' }, { idempotencyKey: 'mine' });
		expect(heard[2]?.key).toBe('mine');
	});

	it.each([
		['PUT', () => client().changeEventName({ site, name: 'a.b', state: 'ignored' }), 3],
		['DELETE', () => client().removeProofKey({ site, kid: 'k1' }), 1],
		['PATCH', () => client().renameSite({ site, name: 'Reports' }), 1],
	])('by %s is only retried when it is idempotent', async (method, send, attempts) => {
		replies = [answer(503, busy)];
		await failure(send());
		expect(heard.map((request) => request.method)).toEqual(Array(attempts).fill(method));
	});
});

describe('a file', () => {
	it('is streamed without a time limit', async () => {
		replies = [
			(_, response) => {
				response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' });
				response.write('id\r\n');
				setTimeout(() => response.end('1\r\n'), 60);
			},
		];
		const stream = await client({ timeout: 30 }).exportResponses({ site });
		expect(await new Response(stream).text()).toBe('id\r\n1\r\n');
	});

	it.each([
		[403, '{"error":{"code":"forbidden","message":"No."}}', 'forbidden'],
		[200, '<html>a captive portal</html>', 'unreachable'],
	])('fails without a file in the response: %i %s', async (status, body, code) => {
		replies = [answer(status, body)];
		expect(await failure(client().exportResponseLines({ site }))).toMatchObject({ code });
	});
});

describe('an aborted signal', () => {
	it('ends a request, which then rejects with the reason of the signal', async () => {
		const controller = new AbortController();
		const reason = new Error('left the page');
		replies = [() => controller.abort(reason)];
		await expect(client().whoami(undefined, { signal: controller.signal })).rejects.toBe(reason);
		expect(heard).toHaveLength(1);
	});

	it('ends the pause before the next attempt', async () => {
		const controller = new AbortController();
		const reason = new Error('left the page');
		replies = [answer(503, '', { 'retry-after': '5' })];
		const { signal } = controller;
		const calling = createClient({ apiUrl, token: () => Promise.resolve(null) }).whoami(undefined, {
			signal,
		});
		while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
		setTimeout(() => controller.abort(reason), 20);
		await expect(calling).rejects.toBe(reason);
	});
});
