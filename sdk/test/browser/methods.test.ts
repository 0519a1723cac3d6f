import type { Caller, Facts } from '@feedback/contract/wire';
import { describe, expect } from 'vitest';

import { uuidv7Time } from '../../../contract/src/ingest.ts';
import { answerEvents, refuse } from './answers.ts';
import { readNotices, report, site, start, test } from './fixture.ts';

describe('init', () => {
	test('makes no request, and ready resolves', async ({ open, service }) => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.ready());
		expect(service.requests).toEqual([]);
		expect(service.files).toEqual(['/', '/sdk/feedback.js']);
	});

	test('called twice uses the first options, without an error', async ({ open }) => {
		const page = await open();
		const lines: string[] = [];
		page.on('console', (message) => lines.push(message.text()));
		await page.evaluate(() => window.Feedback!.init({ siteId: 'site_other00000' }));
		await report(page, 'report.exported');
		expect(lines).toEqual([]);
	});

	test('logs each step with debug', async ({ open }) => {
		const page = await open({ init: false });
		const lines: string[] = [];
		page.on('console', (message) => lines.push(message.text()));
		await start(page, { debug: true });
		await report(page, 'report.exported');
		await page.evaluate(() => window.Feedback!.identify('user_42', { plan: 'pro' }));
		const steps = [
			/Started for site site_test000000/,
			/Sent event "report\.exported"/,
			/Decided on event "report\.exported": no_prompt\. No published prompt .* Publish a prompt/,
			/Identify: this visitor is account "user_42" with the traits plan/,
		];
		await expect.poll(() => lines.length).toBeGreaterThanOrEqual(steps.length);
		steps.forEach((step, at) => expect(lines[at]).toMatch(step));
	});

	test('with a debug token notifies of every rule behind a reason', async ({ open, service }) => {
		const rules = [{ rule: 'audience', passed: false, text: 'plan is pro' }];
		const facts: Facts = [{ survey_id: 'for-pro', reason: 'audience', rules }];
		service.script = ({ body }) => ({ body: answerEvents(body, { reason: 'audience', facts }) });
		const page = await open({ init: { debugToken: 'token', debug: true } });
		const lines: string[] = [];
		page.on('console', (line) => void lines.push(line.text()));
		expect(await report(page, 'one')).toBe(false);
		expect(service.to('events')[0]!.debug).toBe('token');
		expect(await page.evaluate(() => window.notices)).toEqual([
			{ type: 'reason', reason: 'audience', event: 'one', facts },
		]);
		// The words of the console are a file of their own.
		await expect.poll(() => lines.some((line) => line.includes('audience'))).toBe(true);
	});

	test('without a site ID only notifies of an error', async ({ open, service }) => {
		const page = await open({ init: { siteId: '' } });
		expect(await report(page, 'report.exported')).toBe(false);
		expect(await readNotices(page)).toEqual(['error:invalid_site_id', 'error:not_initialized']);
		expect(service.requests).toEqual([]);
	});
});

describe('event', () => {
	test('sends the documented request, as text without a preflight', async ({ open, service }) => {
		const page = await open({ path: '/reports/7?token=secret#part' });
		expect(await report(page, 'report.exported', { format: 'pdf', pages: 3 })).toBe(false);
		const [request] = service.requests;
		expect(request!.contentType).toMatch(/^text\/plain/);
		expect(request!.body).toEqual({
			site,
			visitor: expect.stringMatching(
				/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-/,
			) as string,
			session: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
			sdk: '0.4.0',
			context: { path: '/reports/7', device: 'desktop', languages: ['en-US', 'en'] },
			device: [],
			events: [
				{
					id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
					name: 'report.exported',
					properties: { format: 'pdf', pages: 3 },
				},
			],
			decide: true,
		});
		expect(await readNotices(page)).toEqual(['reason:no_prompt']);
	});

	test('rejects an empty name with a TypeError, before and after init', async ({ open }) => {
		const page = await open({ init: false });
		const call = () =>
			page.evaluate(() =>
				window.Feedback!.event('').catch((error: Error) => error.constructor.name),
			);
		expect(await call()).toBe('TypeError');
		await start(page);
		expect(await call()).toBe('TypeError');
		expect(await readNotices(page)).toEqual([]);
	});

	test('before init waits for it, and resolves false after 5 seconds without', async ({
		open,
		service,
	}) => {
		const page = await open({ init: false });
		await page.clock.install();
		const results = page.evaluate(async () => {
			window.notices = [];
			window.Feedback!.on((notice) => window.notices.push(notice));
			return Promise.all([window.Feedback!.event('early'), window.Feedback!.ready()]);
		});
		await page.clock.fastForward(5_000);
		expect(await results).toEqual([false, undefined]);
		expect(await readNotices(page)).toEqual(['error:not_initialized', 'error:not_initialized']);
		expect(service.requests).toEqual([]);
		await start(page);
		await expect
			.poll(() => service.to('events'))
			.toMatchObject([{ decide: false, events: [{ name: 'early' }] }]);
	});

	test('and identify before init are made by it, in their order', async ({ open, service }) => {
		const page = await open({ init: false });
		const settled = await page.evaluate(async (siteId) => {
			const order: string[] = [];
			const sdk = window.Feedback!;
			sdk.identify('user_42', { plan: 'pro' });
			const early = sdk.event('early').then(() => order.push('early'));
			const ready = sdk.ready().then(() => order.push('ready'));
			await new Promise((resolve) => setTimeout(resolve, 50));
			order.push('init');
			sdk.init({ siteId });
			await Promise.all([early, ready]);
			return order;
		}, site);
		expect(settled).toEqual(['init', 'ready', 'early']);
		expect(service.to('events')).toMatchObject([
			{ identify: { account: 'user_42', traits: { plan: 'pro' } }, events: [{ name: 'early' }] },
		]);
	});

	test('resolves false for a name in the wrong format, and notifies', async ({ open, service }) => {
		const page = await open();
		const results = await page.evaluate(() => {
			const names = ['-x', 'a b', 'ä', 'a'.repeat(161), 7, null, undefined, {}];
			return Promise.all(names.map((name) => window.Feedback!.event(name as string)));
		});
		expect(results).toEqual(Array(8).fill(false));
		expect(await readNotices(page)).toEqual(Array(8).fill('error:invalid_name'));
		expect(service.requests).toEqual([]);
		expect(await report(page, 'a'.repeat(160))).toBe(false);
		expect(await report(page, '7:a_b.c-d')).toBe(false);
		expect(service.requests.length).toBe(2);
	});

	test('names the property that JSON cannot represent', async ({ open, service }) => {
		const page = await open();
		const fields = await page.evaluate(async () => {
			const wrong = [
				{ a: 1, b: NaN },
				{ c: new Date() },
				{ d: 1n },
				{ e: { f: 1 } },
				{ g: Infinity },
			];
			for (const properties of wrong) await window.Feedback!.event('x', properties as never);
			return window.notices.map((notice) => notice.type === 'error' && notice.error.field);
		});
		expect(fields).toEqual(['b', 'c', 'd', 'e', 'g'].map((key) => `properties.${key}`));
		expect(service.requests).toEqual([]);
	});

	test("passes the service's refusal on, and does not retry", async ({ open, service }) => {
		service.script = () => refuse('unknown_site', { field: 'site' });
		const page = await open();
		expect(await report(page, 'report.exported')).toBe(false);
		expect(await readNotices(page)).toEqual(['error:unknown_site']);
		await page.clock.install();
		await page.clock.fastForward('05:00');
		expect(service.requests.length).toBe(1);
	});

	test('names the property that the service would refuse, and sends nothing', async ({
		open,
		service,
	}) => {
		const page = await open();
		for (const properties of [
			{ good: 1, a: 'x'.repeat(2_000) },
			{ a: '\u{1F600}'.slice(0, 1) },
			{ ...Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`k${at}`, at])), a: 1 },
			{
				...Object.fromEntries(['b', 'c', 'd', 'e'].map((key) => [key, 'x'.repeat(1_000)])),
				a: 'x'.repeat(100),
			},
		]) {
			expect(await report(page, 'report.exported', properties)).toBe(false);
		}
		const fields = await page.evaluate(() =>
			window.notices.map((notice) => notice.type === 'error' && notice.error.field),
		);
		expect(fields).toEqual(Array(4).fill('properties.a'));
		expect(service.requests).toEqual([]);
	});

	test('creates a new ID when the clock of the device is wrong', async ({ open, service }) => {
		const ahead = 3 * 86_400_000;
		service.script = ({ route, body }) => {
			if (route !== 'events') return undefined;
			const now = Date.now() + ahead;
			const { id } = body.events[0]!;
			const isStale = Math.abs(uuidv7Time(id) - now) >= 60_000;
			const stale = { results: [{ id, status: 'stale' }] };
			return { body: { ...(isStale ? stale : answerEvents(body, { reason: 'no_prompt' })), now } };
		};
		const page = await open();
		expect(await report(page, 'report.exported')).toBe(false);
		expect(service.to('events').length).toBe(2);
		expect(await report(page, 'report.exported')).toBe(false);
		expect(service.to('events').length).toBe(3);
		const [first, second, third] = service.to('events');
		expect(second!.session).not.toBe(first!.session);
		expect(third!.session).toBe(second!.session);
		expect(await readNotices(page)).toEqual(['reason:no_prompt', 'reason:no_prompt']);
	});

	test('passes the event proof on', async ({ open, service }) => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.event('paid', {}, { eventProof: 'a.b.c' }));
		expect(service.to('events')[0]!.events[0]!.proof).toBe('a.b.c');
	});
});

describe('identify and reset', () => {
	test('an identify is sent once, with the next call', async ({ open, service }) => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify('user_42', { plan: 'pro', seats: null }));
		await page.evaluate(() => window.Feedback!.identify('user_42', { team: 'red' }));
		await report(page, 'one');
		await report(page, 'two');
		const [one, two] = service.to('events');
		expect(one!.identify).toEqual({
			account: 'user_42',
			traits: { plan: 'pro', seats: null, team: 'red' },
		});
		expect(two!.identify).toBeUndefined();
		expect(two!.visitor).toBe(one!.visitor);
	});

	test('an identify without an event is sent in a separate request', async ({ open, service }) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		await page.evaluate(() => window.Feedback!.identify('user_42'));
		await page.clock.fastForward(1_000);
		await expect.poll(() => service.to('identify').length).toBe(1);
		expect(service.to('identify')[0]!.identify!.account).toBe('user_42');
	});

	test('an identify that was not delivered survives a reload', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify('user_42'));
		await report(page, 'one');
		service.script = () => undefined;
		await page.reload();
		service.requests.length = 0;
		await start(page);
		await report(page, 'two');
		// The identify is sent with the first request, whichever that is.
		expect(service.requests.map(({ body }) => body.identify?.account)).toContain('user_42');
	});

	test('an account that is not allowed changes nothing', async ({ open, service }) => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify('user_42'));
		await report(page, 'one');
		const wrong = [
			'',
			' ',
			'undefined',
			'null',
			'NaN',
			'[object Object]',
			'x'.repeat(256),
			'a\0',
			undefined,
			null,
			42,
			{},
		];
		await page.evaluate((accounts) => {
			for (const account of accounts) window.Feedback!.identify(account as string);
		}, wrong);
		await report(page, 'two');
		const [one, two] = service.to('events');
		expect(two).toMatchObject({ visitor: one!.visitor, session: one!.session });
		expect(two!.identify).toBeUndefined();
		expect(service.to('reset')).toEqual([]);
		expect(await readNotices(page)).toEqual([
			'reason:no_prompt',
			...wrong.map(() => 'error:invalid_account'),
			'reason:no_prompt',
		]);
	});

	test('traits that are not allowed are left out and named; the account is connected', async ({
		open,
		service,
	}) => {
		const page = await open();
		const notices = await page.evaluate(async () => {
			const traits = {
				plan: 'pro',
				name: 'Ann \u{1F600}'.slice(0, 5),
				bio: 'b'.repeat(1_100),
				since: new Date(),
				get secret() {
					throw new Error('from the app');
				},
			};
			window.Feedback!.identify('user_42', traits as never);
			const { proxy, revoke } = Proxy.revocable({}, {});
			revoke();
			window.Feedback!.identify('user_42', proxy as never);
			await window.Feedback!.event('one');
			return window.notices.map((notice) =>
				notice.type === 'error'
					? [notice.error.code, notice.error.field, notice.error.message]
					: [],
			);
		});
		expect(notices.slice(0, 2)).toEqual([
			['invalid_traits', 'traits.name', expect.stringContaining('name,bio,since,secret') as string],
			['invalid_traits', 'traits', expect.any(String) as string],
		]);
		expect(service.to('events')[0]!.identify).toEqual({
			account: 'user_42',
			traits: { plan: 'pro' },
		});
	});

	test('an identify that the service refuses does not fail the event in its call', async ({
		open,
		service,
	}) => {
		service.script = ({ body }) =>
			body.identify && refuse('invalid_request', { field: 'identify.account' });
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify('user_42'));
		expect(await report(page, 'one')).toBe(false);
		expect(service.to('events').map(({ identify }) => !!identify)).toEqual([true, false]);
		expect(await readNotices(page)).toEqual(['error:invalid_request', 'reason:no_prompt']);
	});

	test('a trait that an earlier service refuses is removed, and the account connected', async ({
		open,
		service,
	}) => {
		service.script = ({ body }) =>
			body.identify?.traits?.['odd'] !== undefined
				? refuse('invalid_request', { field: 'identify.traits.odd' })
				: undefined;
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify('user_42', { odd: 1, plan: 'pro' }));
		expect(await report(page, 'one')).toBe(false);
		expect(service.to('events').at(-1)!.identify).toEqual({
			account: 'user_42',
			traits: { plan: 'pro' },
		});
		expect(await readNotices(page)).toEqual(['error:invalid_traits', 'reason:no_prompt']);
	});

	test('an app that clears the storage changes neither visitor nor account', async ({
		open,
		service,
	}) => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify('user_42'));
		await report(page, 'one');
		await page.evaluate(() => localStorage.clear());
		await report(page, 'two');
		await page.evaluate(() => window.Feedback!.identify('user_42'));
		await page.reload();
		await start(page);
		await report(page, 'three');
		const visitors = service.to('events').map(({ visitor }) => visitor);
		expect(new Set(visitors).size).toBe(1);
		expect(service.to('reset')).toEqual([]);
	});

	test('another account is another visitor', async ({ open, service }) => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify('alice'));
		await report(page, 'one');
		await page.evaluate(() => window.Feedback!.identify('bob'));
		await report(page, 'two');
		const [one, two] = service.to('events');
		expect(two!.visitor).not.toBe(one!.visitor);
		expect(two!.session).not.toBe(one!.session);
		expect(two!.identify!.account).toBe('bob');
		await expect.poll(() => service.to('reset').length).toBe(1);
		expect(service.to('reset')[0]!.visitor).toBe(one!.visitor);
	});

	test('a sign-out in one tab applies in the others', async ({ open, service }) => {
		const [one, two] = [await open(), await open()];
		await one.evaluate(() => window.Feedback!.identify('alice'));
		await report(one, 'one');
		const [before] = service.to('events');
		await two.evaluate(() => window.Feedback!.reset());
		// Storage reaches a tab in another process a moment later.
		const readId = () => one.evaluate(() => window.Feedback!.visitorId());
		await expect.poll(readId).not.toBe(before!.visitor);
		await report(one, 'two');
		const after = service.to('events').at(-1);
		expect(after!.visitor).not.toBe(before!.visitor);
		const ids = [one, two].map((page) => page.evaluate(() => window.Feedback!.visitorId()));
		expect(await Promise.all(ids)).toEqual([after!.visitor, after!.visitor]);
	});

	test('a tab that has not noticed a sign-out does not undo it', async ({ open, service }) => {
		const page = await open();
		await report(page, 'one');
		// Another tab's change of storage arrives late, here between reading and writing.
		const { before, after } = await page.evaluate(() => {
			const read = Storage.prototype.getItem;
			const key = Object.keys(localStorage).find((name) => name.endsWith(':visitor'))!;
			const early = localStorage.getItem(key)!;
			localStorage.removeItem(key);
			Storage.prototype.getItem = function (name) {
				return name === key ? early : read.call(this, name);
			};
			void window.Feedback!.event('two');
			Storage.prototype.getItem = read;
			return { before: (JSON.parse(early) as Caller).visitor, after: localStorage.getItem(key) };
		});
		expect(service.to('events')[0]!.visitor).toBe(before);
		expect(after).toBeNull();
	});

	test('reports that the identity proof was refused', async ({ open, service }) => {
		service.script = ({ body }) => ({
			body: { ...answerEvents(body, { reason: 'no_prompt' }), identity: 'refused' },
		});
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify('alice', {}, { identityProof: 'forged' }));
		await report(page, 'one');
		expect(service.to('events')[0]!.identify!.proof).toBe('forged');
		expect(await readNotices(page)).toContain('error:identity_refused');
	});
});

describe('on', () => {
	test('returns a function that removes the listener, and an exception does not affect others', async ({
		open,
	}) => {
		const page = await open();
		const problems: string[] = [];
		page.on('pageerror', (error) => problems.push(error.message));
		const calls = await page.evaluate(async () => {
			const calls: string[] = [];
			const off = window.Feedback!.on(() => calls.push('ended'));
			window.Feedback!.on(() => {
				throw new Error('from the app');
			});
			window.Feedback!.on(() => calls.push('last'));
			off();
			await window.Feedback!.event('one');
			return calls;
		});
		expect(calls).toEqual(['last']);
		expect(problems).toEqual(['from the app']);
	});
});

describe('the session', () => {
	test('is shared by tabs and ends after 30 minutes without use', async ({ open, service }) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		await report(page, 'one');
		await page.clock.fastForward('29:00');
		await report(page, 'two');
		await page.clock.fastForward('31:00');
		await report(page, 'three');
		const [one, two, three] = service.to('events').map(({ session }) => session);
		expect(two).toBe(one);
		expect(three).not.toBe(two);
	});
});
