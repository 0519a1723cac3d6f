// Tests the worker with a real database, and a receiver with scripted responses.
import type { ServerResponse } from 'node:http';

import { limits, payloadSchemas } from '@feedback/contract';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { createDatabase, type TestDatabase } from '../../tests/harness.ts';
import { openDelivery, type TestDelivery } from '../tests/deliver.ts';
import { createWakeToken } from '../_shared/wake-worker.ts';
import { createWorker } from './create-worker.ts';
import { createHandler } from './handler.ts';
import type { Worker } from './worker.ts';

let database: TestDatabase;
let opened: TestDelivery;
let clock: { now: number | undefined };
let worker: Worker;

beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
	clock = { now: undefined };
	opened = await openDelivery(
		{ dashboardUrl: 'https://feedback.example.com', clock: () => clock.now ?? Date.now() },
		database,
	);
	worker = createWorker(opened.service);
});

afterEach(async () => {
	await worker.drain();
	await opened.end();
});

const deliver = async (by = worker) => {
	by.wake({ thorough: true });
	await by.idle();
};
const attempts = () =>
	opened.database.admin`
		select number, outcome, status, error from app.delivery_attempts order by at, number`;

describe('a webhook', () => {
	it('receives a response as the contract describes it, signed', async () => {
		const { secret } = await opened.addDestination({ settings: { include_visitor: true } });
		const response = await opened.answer(
			{ score: 4, why: 'Fast' },
			{ account: 'ada', traits: { plan: 'pro' }, context: { app_version: '2.1' } },
		);
		await deliver();
		const [{ headers, body }] = opened.received as [(typeof opened.received)[0]];
		const payload = new Webhook(secret).verify(body, headers as Record<string, string>);
		expect(payloadSchemas['response.closed'].strict().parse(payload)).toMatchObject({
			type: 'response.closed',
			site: { id: opened.site.id, site_id: opened.site.siteId },
			data: {
				id: response,
				answers: { score: 4, why: 'Fast' },
				final: true,
				cause: 'completed',
				account: 'ada',
				traits: { plan: 'pro' },
				context: { app_version: '2.1' },
				url: `https://feedback.example.com/sites/${opened.site.id}/responses?response=${response}`,
			},
		});
		expect(await attempts()).toMatchObject([{ number: 1, outcome: 'delivered', status: 204 }]);
	});

	it('that failed receives the same message again under the same id', async () => {
		await opened.addDestination();
		await opened.answer({ score: 1 });
		opened.respond.with = (_, response) => response.writeHead(500).end('out of order');
		await deliver();
		await deliver();
		expect(opened.received).toHaveLength(1);
		clock.now = Date.now() + 10_000;
		opened.respond.with = (_, response) => response.writeHead(200).end();
		await deliver();
		const [first, second] = opened.received.map(({ headers }) => headers['webhook-id']);
		expect(first).toBe(second);
		expect(await attempts()).toMatchObject([
			{ number: 1, outcome: 'rejected', status: 500, error: 'It answered with 500: out of order' },
			{ number: 2, outcome: 'delivered', status: 200 },
		]);
	});

	it.each(['', 'x'])(
		'that refuses with emoji is logged, and the message is retried later (%j)',
		async (first) => {
			await opened.addDestination();
			await opened.answer({ score: 1 });
			opened.respond.with = (_, response) => response.writeHead(500).end(first + '🦊'.repeat(300));
			await deliver();
			const [attempt] = await attempts();
			expect(attempt).toMatchObject({ outcome: 'rejected', status: 500 });
			expect(attempt!['error']).toMatch(/^It answered with 500: x?(🦊)+…$/u);
		},
	);

	it('that returns 500 for an hour is retried after growing delays, then receives the message', async () => {
		const { id } = await opened.addDestination();
		await opened.answer({ score: 1 });
		const start = Date.now();
		clock.now = start;
		opened.respond.with = (_, response) => response.writeHead(500).end();
		const delays: number[] = [];
		for (;;) {
			await deliver();
			const [row] = await opened.database.admin<{ next_at: Date }[]>`
				select next_at from app.deliveries where destination_id = ${id} and state = 'waiting'`;
			delays.push((+row!.next_at - clock.now) / 1_000);
			// Nothing is sent before its time.
			clock.now = +row!.next_at - 1_000;
			await deliver();
			expect(opened.received).toHaveLength(delays.length);
			clock.now = +row!.next_at + 1;
			if (clock.now - start > 3_600_000) break;
		}
		delays.forEach((delay, n) => {
			const longest = limits.delivery.firstRetrySeconds * 2 ** n;
			expect(delay).toBeGreaterThanOrEqual(longest / 2 - 0.01);
			expect(delay).toBeLessThanOrEqual(longest + 0.01);
		});
		opened.respond.with = (_, response) => response.writeHead(200).end();
		await deliver();
		expect(opened.received).toHaveLength(delays.length + 1);
		expect(new Set(opened.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
		const [destination] = await opened.database
			.admin`select state, failing_since from app.destinations where id = ${id}`;
		expect(destination).toEqual({ state: 'active', failing_since: null });
	});

	it.each([
		[
			'redirects to the address of a cloud’s credentials',
			(response: ServerResponse) =>
				response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
			{ outcome: 'rejected', status: 302 },
		],
		[
			'answers with a megabyte of headers',
			({ socket }: ServerResponse) =>
				socket!.end(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(1_000_000)}\r\n\r\n`),
			{ outcome: 'unreachable', status: null },
		],
	])('that %s has failed, and others receive their messages', async (_, respond, expected) => {
		const { id } = await opened.addDestination({ path: '/hostile' });
		await opened.addDestination({ path: '/other' });
		opened.respond.with = (request, response) =>
			request.url === '/hostile' ? respond(response) : response.end();
		await opened.answer({ score: 1 });
		await deliver();
		expect(opened.received.map(({ path }) => path).sort()).toEqual(['/hostile', '/other']);
		const rows = await opened.database.admin`
			select destination_id = ${id} as hostile, outcome, status from app.delivery_attempts order by 1`;
		expect(rows).toEqual([
			{ hostile: false, outcome: 'delivered', status: 200 },
			{ hostile: true, ...expected },
		]);
	});

	it.each([
		['as it was requested', (url: string) => `Cannot POST ${url}`],
		['escaped', (url: string) => `<pre>Cannot POST ${url.replaceAll('&', '&amp;')}</pre>`],
		['decoded', (url: string) => `no route ${decodeURIComponent(url)}`],
		['in parts', () => 'unknown key secret&sauce of T0KEN-1'],
	])('that answers with its URL %s does not put it into the log', async (_, say) => {
		await opened.addDestination({ path: '/hooks/T0KEN-1?key=secret%26sauce&v=2' });
		await opened.answer({ score: 1 });
		opened.respond.with = (request, response) =>
			response.writeHead(404).end(`${say(request.url!)} (not found)`);
		await deliver();
		const [attempt] = await opened.database.admin`select error from app.delivery_attempts`;
		expect(attempt!['error']).toMatch(/^It answered with 404: .*…/);
		expect(attempt!['error']).toContain('(not found)');
		expect(attempt!['error']).not.toMatch(/T0KEN|sauce/);
	});

	it('is not called before the time that it requested', async () => {
		await opened.addDestination();
		await opened.answer({ score: 1 });
		opened.respond.with = (_, response) => response.writeHead(429, { 'retry-after': '3600' }).end();
		await deliver();
		clock.now = Date.now() + 3_590_000;
		await deliver();
		expect(opened.received).toHaveLength(1);
		clock.now = Date.now() + 3_601_000;
		await deliver();
		expect(opened.received).toHaveLength(2);
	});

	it('that returns 410 is paused', async () => {
		const { id } = await opened.addDestination();
		await opened.answer({ score: 1 });
		opened.respond.with = (_, response) => response.writeHead(410).end();
		await deliver();
		const [row] = await opened.database
			.admin`select state, pause_cause from app.destinations where id = ${id}`;
		expect(row).toEqual({ state: 'paused', pause_cause: 'gone' });
	});

	it('whose secret cannot be decrypted is not called', async () => {
		const { id } = await opened.addDestination();
		await opened.answer({ score: 1 });
		await opened.database.admin`update app.destinations set sealed_secret = 'x' where id = ${id}`;
		await deliver();
		expect(opened.received).toEqual([]);
		expect(await attempts()).toMatchObject([{ outcome: 'misconfigured', status: null }]);
	});
});

describe('a webhook whose secret is being replaced', () => {
	it('is signed only with the new secret while the previous one cannot be decrypted', async () => {
		const { id, secret } = await opened.addDestination();
		await opened.database.admin`update app.destinations set sealed_old_secret = 'x',
			rotation_ends_at = now() + interval '1 day' where id = ${id}`;
		const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
		await opened.answer({ score: 1 });
		await deliver();
		const [{ headers, body }] = opened.received as [(typeof opened.received)[0]];
		expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
		expect(String(headers['webhook-signature']).split(' ')).toHaveLength(1);
		expect(errors.mock.calls.flat().join()).toContain(
			`The previous secret of the webhook ${id} cannot be decrypted`,
		);
		errors.mockRestore();
	});
});

describe('Slack', () => {
	it('receives the score, the text, the visitor and links', async () => {
		await opened.addDestination({
			settings: {
				kind: 'slack',
				include_visitor: true,
				url: 'https://hooks.slack.com/services/T/B/x',
			},
			path: '/services/T/B/x',
		});
		await opened.answer(
			{ score: 2, why: '<!channel> slow & ugly\nsecond line' },
			{ account: 'ada', traits: { plan: '<pro>' } },
		);
		await deliver();
		expect(opened.received).toMatchObject([{ path: '/services/T/B/x' }]);
		const { blocks } = JSON.parse(opened.received[0]!.body) as { blocks: unknown[] };
		expect(blocks).toMatchObject([
			{ type: 'header', text: { type: 'plain_text', text: 'After the first report' } },
			{ text: { text: '*How was it?*\n2 of 5' } },
			{ text: { text: '*Why?*\n> &lt;!channel&gt; slow &amp; ugly\n> second line' } },
			{ elements: [{ text: 'ada  ·  plan: &lt;pro&gt;  ·  Completed  ·  Test' }] },
			{
				elements: [
					{ text: expect.stringMatching(/^<https:\/\/\S+\|Open the response> {2}· {2}<https:/) },
				],
			},
		]);
	});
});

describe('the worker', () => {
	it('delays no other destination when one hangs', async () => {
		await opened.addDestination({ path: '/slow' });
		const hanging: (() => void)[] = [];
		opened.respond.with = (request, response) => {
			if (request.url === '/slow') hanging.push(() => response.end());
			else response.end();
		};
		for (let count = 0; count < 6; count++) await opened.answer({ score: 1 });
		worker.wake();
		await expect.poll(() => hanging.length).toBeGreaterThan(0);
		await opened.addDestination({ path: '/fast' });
		await opened.answer({ score: 5 });
		worker.wake();
		await expect.poll(() => opened.received.some(({ path }) => path === '/fast')).toBe(true);
		opened.respond.with = (_, response) => response.end();
		for (const end of hanging) end();
		await worker.idle();
		expect(opened.received.filter(({ path }) => path === '/slow')).toHaveLength(7);
	});

	it('shares its work with other workers, so that nothing is sent twice', async () => {
		await opened.addDestination();
		await Promise.all(Array.from({ length: 30 }, () => opened.answer({ score: 3 })));
		const others = [worker, createWorker(opened.service), createWorker(opened.service)];
		await Promise.all(others.map(deliver));
		await deliver();
		const ids = opened.received.map(({ headers }) => headers['webhook-id']);
		expect(new Set(ids).size).toBe(30);
		expect(ids).toHaveLength(30);
	});

	it('that drains finishes deliveries in progress and claims no more', async () => {
		await opened.addDestination();
		await opened.answer({ score: 1 });
		let end: (() => void) | undefined;
		opened.respond.with = (_, response) => (end = () => response.end());
		worker.wake();
		await expect.poll(() => end).toBeDefined();
		const drained = worker.drain();
		await opened.answer({ score: 2 });
		end!();
		await drained;
		expect(opened.received).toHaveLength(1);
		expect(await attempts()).toMatchObject([{ outcome: 'delivered' }]);
	});

	it('that dies leaves its deliveries to another worker', async () => {
		await opened.addDestination();
		await opened.answer({ score: 1 });
		const dying = createWorker(opened.service, {
			deliver: () => Promise.reject(new Error('gone')),
			onError: () => undefined,
		});
		await deliver(dying);
		await deliver();
		expect(opened.received).toHaveLength(0);
		clock.now = Date.now() + 31_000;
		await deliver();
		expect(opened.received).toHaveLength(1);
	});
});

describe('the function', () => {
	const call = (init: RequestInit) => {
		const handle = createHandler(opened.service, worker);
		return handle(new Request('http://127.0.0.1/functions/v1/deliver', init));
	};

	it('wakes the worker for callers who know the service’s secret', async () => {
		await opened.addDestination();
		await opened.answer({ score: 1 });
		const authorization = `Bearer ${createWakeToken(opened.keyring)}`;
		expect((await call({ method: 'POST', headers: { authorization } })).status).toBe(202);
		await worker.idle();
		expect(opened.received).toHaveLength(1);
	});

	it('wakes the worker for the database', async () => {
		const service = { ...opened.service, wakeTokens: ['token-of-the-database'] };
		const handle = createHandler(service, worker);
		const wake = (token: string) =>
			handle(
				new Request('http://127.0.0.1/functions/v1/deliver', {
					method: 'POST',
					headers: { authorization: `Bearer ${token}` },
				}),
			);
		expect((await wake('token-of-the-databasf')).status).toBe(401);
		expect((await wake('token-of-the-database')).status).toBe(202);
	});

	it('refuses other callers', async () => {
		expect((await call({ method: 'POST' })).status).toBe(401);
		const headers = { authorization: 'Bearer x' };
		expect((await call({ method: 'POST', headers })).status).toBe(401);
		expect((await call({ method: 'GET' })).status).toBe(405);
	});
});
