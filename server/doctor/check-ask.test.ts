import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findFreePort } from '../ports/ports.ts';
import { checkAsk } from './check-ask.ts';

const key = 'sk-never-printed';
const completion = { choices: [{ message: { role: 'assistant', content: '{"ready": true}' } }] };

let port: number;
let status: number;
let body: unknown;
const asked: { path?: string | undefined; model: unknown }[] = [];
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { model } = (await json(request)) as { model: unknown };
	asked.push({ path: request.url, model });
	const isKnown = request.headers.authorization === `Bearer ${key}`;
	response.writeHead(isKnown ? status : 401, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

type Settings = { url?: string; key?: string | undefined; private_networks?: string[] };

async function check(settings: Settings = {}) {
	const { private_networks: networks = [], ...ask } = settings;
	const checks = await checkAsk({
		ask: { url: `http://127.0.0.1:${port}/v1`, model: 'small', key, ...ask },
		private_networks: networks,
		outgoing_https: true,
	});
	expect(JSON.stringify(checks)).not.toContain(key);
	expect(checks).toHaveLength(1);
	return checks[0]!;
}

test('without a language model, nothing is checked', async () => {
	expect(await checkAsk({ private_networks: [], outgoing_https: true })).toEqual([]);
});

test('a model that replies passes, after one request like those of the service', async () => {
	[status, body] = [200, completion];
	expect(await check()).toEqual({
		name: 'ask in words',
		ok: true,
		message: `The language model small answers at 127.0.0.1:${port}.`,
	});
	expect(asked).toEqual([{ path: '/v1/chat/completions', model: 'small' }]);
});

test.each([
	['with another key', 200, completion, { key: 'sk-wrong' }, /status 401/, 'Correct ask.key.'],
	['without a key', 200, completion, { key: undefined }, /status 401/, 'Set ask.key.'],
	['at another path, or by another name', 404, {}, {}, /status 404/, 'the name in ask.model'],
	['without structured outputs', 400, {}, {}, /status 400/, 'response_format'],
	['that may not be asked more', 429, {}, {}, /status 429/, 'ask.key'],
	['that has moved', 302, {}, {}, /status 302/, 'redirects are not followed'],
	['that is down', 502, {}, {}, /status 502/, 'log of the model’s server'],
	['that is something else', 200, { ok: true }, {}, /no chat completion/, '/chat/completions'],
	['with an unknown host', 200, {}, { url: 'https://nowhere.invalid/v1' }, /no address/, 'ask.url'],
	[
		'in a private network that is not named',
		200,
		completion,
		{ url: 'https://localhost/v1' },
		/not on the public internet/,
		'private_networks',
	],
] as const)('a model %s fails with a solution', async (_, answered, sent, settings, what, fix) => {
	[status, body] = [answered, sent];
	const { ok, message, fix: found } = await check(settings);
	expect({ ok, message }).toEqual({ ok: false, message: expect.stringMatching(what) as string });
	expect(found).toContain(fix);
});

test('a host in a named private network passes', async () => {
	[status, body] = [200, completion];
	const networks = ['127.0.0.0/8', '::1/128'];
	const url = `http://localhost:${port}/v1`;
	expect(await check({ url, private_networks: networks })).toMatchObject({ ok: true });
});

test('a port on which nothing listens fails with a solution', async () => {
	const closed = await findFreePort();
	expect(await check({ url: `http://127.0.0.1:${closed}/v1` })).toMatchObject({
		ok: false,
		fix: 'Check host and port in ask.url, and the firewall.',
	});
});
