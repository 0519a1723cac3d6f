import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackendRequest, BackendResponse } from '@feedback/contract/wire';

import { createFeedback, type ServerOptions } from './create-feedback.ts';

const siteKey = `fbs_${'k'.repeat(43)}`;
let server: Server;
let received: BackendRequest[];
let authorizations: (string | undefined)[];
/** Status, body and headers of the next responses; later requests are recorded as usual. */
let answers: [number, unknown, Record<string, string>?][];

beforeEach(async () => {
	[received, authorizations, answers] = [[], [], []];
	const listener: RequestListener = (request, response) => {
		void text(request).then((body) => {
			const asked = JSON.parse(body) as BackendRequest;
			received.push(asked);
			authorizations.push(request.headers.authorization);
			const [status, answer, headers] = answers.shift() ?? [200, record(asked)];
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(JSON.stringify(answer));
		});
	};
	server = createServer(listener).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => void server.close());

function record({ events = [], identify = [] }: BackendRequest): BackendResponse {
	return {
		events: events.map(({ id }) => ({ id, status: 'recorded', reason: 'waiting' })),
		identify: identify.map(({ account }) => ({ account, status: 'identified' })),
		now: Date.now(),
	};
}

function open(options: Partial<ServerOptions> = {}) {
	const { port } = server.address() as AddressInfo;
	return createFeedback({ siteKey, apiUrl: `http://127.0.0.1:${port}/v1/`, ...options });
}

const failure = (code: string) => ({ error: { code, message: 'No.', field: 'authorization' } });

describe('a server', () => {
	it('reports an event with the site key', async () => {
		const result = await open().event('user_42', 'invoice.paid', { plan: 'pro' });
		expect(result).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
			status: 'recorded',
			reason: 'waiting',
		});
		expect(authorizations).toEqual([`Bearer ${siteKey}`]);
		expect(received).toEqual([
			{
				events: [
					{ id: result.id, account: 'user_42', name: 'invoice.paid', properties: { plan: 'pro' } },
				],
			},
		]);
	});

	it('sends concurrent reports in batches of 100, in order', async () => {
		const feedback = open();
		const all = Array.from({ length: 250 }, (_, at) => feedback.event(`user_${at}`, 'done'));
		await feedback.flush();
		await Promise.all(all);
		expect(received.map(({ events }) => events?.length)).toEqual([100, 100, 50]);
		expect(received[2]?.events?.at(-1)?.account).toBe('user_249');
	});

	it('never exceeds the service’s size limit of a body', async () => {
		const feedback = open();
		const note = 'x'.repeat(1_000);
		const properties = { a: note, b: note, c: note, d: note.slice(0, 900) };
		await Promise.all(Array.from({ length: 100 }, () => feedback.event('ada', 'done', properties)));
		expect(received.length).toBeGreaterThan(1);
		for (const body of received) expect(JSON.stringify(body).length).toBeLessThanOrEqual(262_144);
	});

	it('keeps the order of events and identifies', async () => {
		const feedback = open();
		void feedback.event('ada', 'before');
		void feedback.identify('ada', { plan: 'pro' });
		void feedback.event('ada', 'after');
		await feedback.flush();
		expect(received).toMatchObject([
			{ events: [{ name: 'before' }] },
			{ identify: [{ traits: { plan: 'pro' } }], events: [{ name: 'after' }] },
		]);
	});

	it('keeps the order if the first report is an identify', async () => {
		const feedback = open();
		void feedback.identify('ada', { plan: 'free' });
		void feedback.event('ada', 'plan.ended');
		void feedback.identify('ada', { plan: 'pro' });
		await feedback.flush();
		expect(received).toMatchObject([
			{ identify: [{ traits: { plan: 'free' } }], events: [{ name: 'plan.ended' }] },
			{ identify: [{ traits: { plan: 'pro' } }] },
		]);
		expect(received[0]?.identify).toHaveLength(1);
	});

	it('retries reports that may succeed later, under the same ID', async () => {
		answers = [
			[503, failure('unavailable')],
			[429, failure('rate_limited'), { 'retry-after': '1' }],
		];
		const eventId = '01900000-0000-7000-8000-000000000000';
		const result = await open().event('ada', 'done', {}, { eventId });
		expect(result.id).toBe(eventId);
		expect(received).toHaveLength(3);
		expect(new Set(received.map((body) => JSON.stringify(body))).size).toBe(1);
	});

	it('gives up after retryForMs', async () => {
		answers = [[503, failure('unavailable')]];
		const reported = open({ retryForMs: 0 }).event('ada', 'done');
		await expect(reported).rejects.toMatchObject({ code: 'unavailable' });
		expect(received).toHaveLength(1);
	});

	it('gives up each report after its own retryForMs, although it waits behind others', async () => {
		vi.useFakeTimers();
		try {
			const feedback = open({
				fetch: async () => Response.json(failure('unavailable'), { status: 503 }),
			});
			const rejected: string[] = [];
			const event = (account: string) =>
				void feedback.event(account, 'done').catch(() => rejected.push(account));
			for (let at = 0; at < 250; at++) event('first');
			await vi.advanceTimersByTimeAsync(40_000);
			event('second');
			await vi.advanceTimersByTimeAsync(21_000);
			expect(rejected).toEqual(Array.from({ length: 250 }, () => 'first'));
			await vi.advanceTimersByTimeAsync(40_000);
			expect(rejected.at(-1)).toBe('second');
		} finally {
			vi.useRealTimers();
		}
	});

	it('sends a report that waited for a failed request', async () => {
		answers = [[503, failure('unavailable')]];
		const feedback = open({ retryForMs: 0 });
		const all = Array.from({ length: 101 }, () => feedback.event('ada', 'done'));
		const outcomes = await Promise.allSettled(all);
		expect(outcomes.map(({ status }) => status)).toEqual([
			...Array.from({ length: 100 }, () => 'rejected'),
			'fulfilled',
		]);
	});

	it('does not retry refused reports', async () => {
		answers = [[401, failure('site_key_revoked')]];
		await expect(open().event('ada', 'done')).rejects.toMatchObject({
			name: 'FeedbackError',
			code: 'site_key_revoked',
			field: 'authorization',
		});
		expect(received).toHaveLength(1);
	});

	it('receives the error of an invalid item, while the others are stored', async () => {
		const error = { code: 'invalid_request', message: 'No.', field: 'events.0.account' };
		const id = 'x';
		answers = [
			[
				200,
				{
					events: [
						{ id, status: 'rejected', error },
						{ id, status: 'recorded' },
					],
					identify: [],
				},
			],
		];
		const feedback = open();
		const [bad, good] = await Promise.allSettled([
			feedback.event('', 'done'),
			feedback.event('ada', 'done'),
		]);
		expect(bad).toMatchObject({ status: 'rejected', reason: { field: 'events.0.account' } });
		expect(good).toMatchObject({ status: 'fulfilled', value: { status: 'recorded' } });
	});

	it('rejects only the report that JSON cannot represent', async () => {
		const feedback = open();
		const account = 42n as unknown as string;
		const [event, identify, good] = await Promise.allSettled([
			feedback.event(account, 'done'),
			feedback.identify(account),
			feedback.event('ada', 'done'),
		]);
		for (const bad of [event, identify]) {
			expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'invalid_request' } });
		}
		expect(good).toMatchObject({ status: 'fulfilled', value: { status: 'recorded' } });
		await expect(feedback.event('ada', 'later')).resolves.toMatchObject({ status: 'recorded' });
	});

	it('reports that the service does not respond', async () => {
		const feedback = open({ apiUrl: 'http://127.0.0.1:1', retryForMs: 0 });
		await expect(feedback.identify('ada')).rejects.toMatchObject({ code: 'network' });
	});
});

it.each([
	['a name with a space', 'no spaces', {}, 'invalid_name'],
	['a value that JSON cannot carry', 'done', { score: Number.NaN }, 'invalid_properties'],
])('%s is refused before it is sent', async (_, name, properties, code) => {
	await expect(open().event('ada', name, properties)).rejects.toMatchObject({ code });
	expect(received).toEqual([]);
});

it.each(['', 'site_demo000000', 'fbt_'.padEnd(47, 'x')])('"%s" is not a site key', (given) => {
	expect(() => createFeedback({ siteKey: given, apiUrl: 'http://127.0.0.1' })).toThrow(TypeError);
});
