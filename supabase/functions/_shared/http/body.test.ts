import { describe, expect, it } from 'vitest';

import { limits } from '@feedback/contract';

import { guards, readBytes, readJson } from './body.ts';

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
	return new Request('http://test/', { method: 'POST', body, headers });
}
const read = (body: BodyInit, headers?: Record<string, string>) =>
	readJson(post(body, headers), guards);

describe('a body', () => {
	it('is read as JSON from text/plain and application/json', async () => {
		expect(await read('{"a":[1]}')).toEqual({ a: [1] });
		const json = { 'content-type': 'application/json; charset=utf-8' };
		expect(await read('{"a":"ü"}', json)).toEqual({ a: 'ü' });
	});

	it('of another type is refused', async () => {
		await expect(read('a=1', { 'content-type': 'text/html' })).rejects.toMatchObject({
			code: 'invalid_request',
			field: 'content-type',
		});
	});

	it('larger than 64 KiB is refused, with or without a declared length', async () => {
		const text = JSON.stringify('x'.repeat(65_536));
		await expect(read(text)).rejects.toMatchObject({ code: 'body_too_large' });
		const lying = post(text, { 'content-length': '10' });
		await expect(readJson(lying, guards)).rejects.toMatchObject({ code: 'body_too_large' });
		expect(await read(JSON.stringify('x'.repeat(65_534)))).toHaveLength(65_534);
	});

	it('whose declared length is too large is not read', async () => {
		let chunks = 0;
		const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
			chunks++;
			controller.enqueue(new Uint8Array(8));
		};
		const send = () =>
			new Request('http://test/', {
				method: 'POST',
				body: new ReadableStream({ pull }, { highWaterMark: 0 }),
				headers: { 'content-length': '70000' },
				duplex: 'half',
			} as RequestInit);
		for (const reading of [readJson(send(), guards), readBytes(send(), 65_536)]) {
			await expect(reading).rejects.toMatchObject({ code: 'body_too_large' });
		}
		expect(chunks).toBe(0);
	});

	it.each(['', '{', '{"a":}', 'undefined', 'NaN', '{"a":NaN}', "{'a':1}"])(
		'that is not JSON is refused: %j',
		async (text) => {
			await expect(read(text)).rejects.toMatchObject({ code: 'invalid_json' });
		},
	);

	it('that is not UTF-8 is refused', async () => {
		const bytes = Uint8Array.from([0x22, 0xff, 0xfe, 0x22]);
		await expect(read(bytes)).rejects.toMatchObject({ code: 'invalid_json' });
	});

	it('may be eight levels deep, without counting brackets in texts', async () => {
		const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
		await read(nest(8));
		await read(JSON.stringify({ text: `${nest(20)}"[[[` }));
		await expect(read(nest(9))).rejects.toMatchObject({ code: 'too_deep' });
		await expect(read(nest(10_000))).rejects.toMatchObject({ code: 'too_deep' });
	});
});

describe('a body with more than its limit of', () => {
	const bounds = { ...limits.request, values: 10, keys: 4 };
	it.each([
		['values', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'The body has more than 10 values.'],
		['values', [[], [], [], [], [], []], 'The body has more than 10 values.'],
		['keys', { a: 1, b: { c: 1, d: 1, e: 1 } }, 'The body has more than 4 keys.'],
	])('%s is refused before it is parsed: %j', async (_, value, message) => {
		const text = JSON.stringify(value);
		await expect(readJson(post(text), guards, bounds)).rejects.toMatchObject({
			code: 'body_too_large',
			message,
		});
		await expect(readJson(post(text.slice(0, -1)), guards, bounds)).rejects.toMatchObject({
			code: 'body_too_large',
			message,
		});
	});

	it('either is accepted if the marks are in texts', async () => {
		const value = { a: ',,,,,,,,,,,,', b: '::::::::', '[[[[[{{{{{{{\\"': '\\', c: [1, 2, 3] };
		expect(await readJson(post(JSON.stringify(value)), guards, bounds)).toEqual(value);
	});
});

describe('a value', () => {
	it.each([
		['{"a":{"b":"\\u0000"}}', 'unsafe_text', 'a.b'],
		['{"a":["ok","\\ud800"]}', 'unsafe_text', 'a.1'],
		['{"a\\udc00":1}', 'unsafe_text', 'a\\udc00'],
		['{"a":{"__proto__":{"admin":true}}}', 'invalid_request', 'a.__proto__'],
		['{"constructor":1}', 'invalid_request', 'constructor'],
		['{"list":[{"prototype":1}]}', 'invalid_request', 'list.0.prototype'],
		['{"a":1e999}', 'invalid_request', 'a'],
		['{"a":-1e999}', 'invalid_request', 'a'],
	])('%s is refused: %s at %s', (json, code, field) => {
		const value: unknown = JSON.parse(json);
		expect(() => guards.checkValue(value, '')).toThrow(expect.objectContaining({ code, field }));
		expect(({} as Record<string, unknown>)['admin']).toBe(undefined);
	});

	it('with emoji, any script and big numbers is valid', () => {
		guards.checkValue({ a: '👋🏽 Grüße ✓ 你好', b: -1e308, c: [null, true, ''] }, '');
	});
});

describe('bytes', () => {
	it('are read up to their limit, whatever length is declared', async () => {
		const lying = { 'content-length': '1' };
		expect(await readBytes(post('12345', lying), 5)).toEqual(new TextEncoder().encode('12345'));
		await expect(readBytes(post('123456', lying), 5)).rejects.toMatchObject({
			code: 'body_too_large',
		});
	});

	it('that end too soon are refused', async () => {
		const body = new ReadableStream({
			pull: (controller) => controller.error(new Error('The connection was closed.')),
		});
		const sent = new Request('http://test/', {
			method: 'POST',
			body,
			duplex: 'half',
		} as RequestInit);
		await expect(readBytes(sent, 5)).rejects.toMatchObject({
			code: 'invalid_request',
			message: 'The body ended too soon.',
		});
	});
});
