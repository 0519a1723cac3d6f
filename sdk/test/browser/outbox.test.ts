import { uuidv7Time } from '@feedback/contract';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import { mintId } from '../../src/uuid.ts';
import { answerEvents, displayPrompt, refuse } from './answers.ts';
import { rate, readNotices, report, site, start, test } from './fixture.ts';

const queued = (page: Page) =>
	page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':q:')).length);

/** Advances the page's clock in small steps, so that responses arrive in between. */
async function pass(page: Page, seconds: number): Promise<void> {
	for (let step = 0; step < seconds; step++) {
		await page.clock.runFor(1_000);
		await page.evaluate(() => fetch('/').then((response) => response.text()));
	}
}

async function openWithClock(open: (options: { init: false }) => Promise<Page>): Promise<Page> {
	const page = await open({ init: false });
	await page.clock.install();
	await start(page);
	return page;
}

describe('an event that could not be sent', () => {
	test('resolves false, and arrives later without a decision', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		expect(await report(page, 'one', { a: 1 })).toBe(false);
		expect(await readNotices(page)).toEqual(['error:network']);
		service.script = () => undefined;
		await pass(page, 3);
		await expect.poll(() => service.to('events').length).toBeGreaterThan(1);
		const [first, last] = [service.to('events')[0]!, service.to('events').at(-1)!];
		expect(last).toMatchObject({ decide: false, visitor: first.visitor, session: first.session });
		expect(last.events).toEqual([{ ...first.events[0], session: first.session }]);
		await expect.poll(() => queued(page)).toBe(0);
		expect(await readNotices(page)).toEqual(['error:network']);
	});

	test('counts as failed without a response within 5 s', async ({ open, service }) => {
		service.script = () => 'hang';
		const page = await openWithClock(open);
		// Only `runFor` advances the clock, because on a busy machine 100 ms can pass between two steps of the test.
		await page.clock.pauseAt(Date.now() + 60_000);
		const result = report(page, 'one');
		await expect.poll(() => service.to('events').length).toBe(1);
		await page.clock.runFor(4_900);
		expect(await readNotices(page)).toEqual([]);
		await page.clock.runFor(200);
		expect(await result).toBe(false);
		expect(await readNotices(page)).toEqual(['error:timeout']);
	});

	test('also counts as failed if only half of the response arrives', async ({ open, service }) => {
		service.script = ({ body }) => ({
			body: answerEvents(body, displayPrompt()),
			bodyAfter: () => new Promise(() => {}),
		});
		const page = await openWithClock(open);
		const result = report(page, 'one');
		await expect.poll(() => service.to('events').length).toBe(1);
		await page.clock.runFor(5_000);
		expect(await result).toBe(false);
		expect(await readNotices(page)).toEqual(['error:timeout']);
	});

	test('times out in browsers without AbortSignal.timeout, too', async ({ open, service }) => {
		service.script = () => 'hang';
		const page = await openWithClock(open);
		await page.evaluate(() => Reflect.deleteProperty(AbortSignal, 'timeout'));
		const result = report(page, 'one');
		await expect.poll(() => service.to('events').length).toBe(1);
		await page.clock.runFor(5_000);
		expect(await result).toBe(false);
		expect(await readNotices(page)).toEqual(['error:timeout']);
	});

	test('never shows a prompt late', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		await report(page, 'one');
		service.script = ({ body }) =>
			body.events && {
				body: { ...answerEvents(body, displayPrompt()), decision: displayPrompt() },
			};
		await pass(page, 3);
		await expect.poll(() => queued(page)).toBe(0);
		expect(await page.getByRole('radio').count()).toBe(0);
	});

	test('survives a reload', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await open();
		await report(page, 'one');
		const [first] = service.to('events');
		service.script = () => undefined;
		await page.reload();
		await start(page);
		await expect.poll(() => service.to('events').at(-1)!.decide).toBe(false);
		expect(service.to('events').at(-1)!.events[0]!.id).toBe(first!.events[0]!.id);
	});

	test('is stored during its request, so that it survives closing the tab', async ({
		open,
		service,
	}) => {
		service.script = () => 'hang';
		const page = await open();
		void report(page, 'one').catch(() => undefined);
		await expect.poll(() => service.to('events').length).toBe(1);
		await page.close();
		service.script = () => undefined;
		const next = await openWithClock(open);
		await pass(next, 8);
		await expect.poll(() => service.to('events').length).toBe(2);
		expect(service.to('events')[1]!.events[0]!.id).toBe(service.to('events')[0]!.events[0]!.id);
	});

	test('is sent with nineteen others in one request, oldest first', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		for (let count = 0; count < 45; count++) await report(page, `event.${count}`);
		service.requests.length = 0;
		service.script = () => undefined;
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await pass(page, 2);
		await expect.poll(() => service.eventIds().size).toBe(45);
		expect(service.to('events').map(({ events }) => events.length)).toEqual([20, 20, 5]);
		const names = service.to('events').flatMap(({ events }) => events.map(({ name }) => name));
		expect(names.slice(0, 20).every((name) => Number(name.slice(6)) < 20)).toBe(true);
	});

	test('belongs to the visitor who reported it, even after a sign-out', async ({
		open,
		service,
	}) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		await page.evaluate(() => window.Feedback!.identify('alice'));
		await report(page, 'one');
		await page.evaluate(() => window.Feedback!.reset());
		await report(page, 'two');
		const [one, two] = service.to('events');
		service.requests.length = 0;
		service.script = () => undefined;
		await pass(page, 4);
		await expect.poll(() => service.eventIds().size).toBe(2);
		const sent = service.to('events');
		expect(sent.map(({ visitor }) => visitor)).toEqual([one!.visitor, two!.visitor]);
		expect(sent.map(({ identify }) => identify?.account)).toEqual(['alice', undefined]);
	});

	test('waits as long as the service requests', async ({ open, service }) => {
		service.script = () => refuse('rate_limited', { retryAfter: 60 });
		const page = await openWithClock(open);
		await report(page, 'one');
		expect(await report(page, 'two')).toBe(false);
		expect(await readNotices(page)).toEqual(['error:rate_limited', 'error:rate_limited']);
		expect(service.requests.length).toBe(1);
		service.script = () => undefined;
		await pass(page, 55);
		expect(service.requests.length).toBe(1);
		await pass(page, 8);
		await expect.poll(() => service.eventIds().size).toBe(2);
	});

	test('is retried with growing delays', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		await report(page, 'one');
		await pass(page, 10);
		const early = service.requests.length;
		expect(early).toBeGreaterThanOrEqual(3);
		expect(early).toBeLessThanOrEqual(8);
		await page.clock.fastForward('20:00');
		await pass(page, 60);
		expect(service.requests.length - early).toBeLessThanOrEqual(5);
	});

	test('while the clock was a day ahead arrives once the clock is correct', async ({
		open,
		service,
	}) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		await page.clock.setSystemTime(Date.now() + 86_400_000);
		await report(page, 'one');
		await page.clock.setSystemTime(Date.now());
		service.script = () => undefined;
		await pass(page, 4);
		await expect.poll(() => queued(page)).toBe(0);
		const [event] = service.to('events').at(-1)!.events;
		expect(Math.abs(Date.now() - uuidv7Time(event!.id))).toBeLessThan(60_000);
		service.requests.length = 0;
		await report(page, 'two');
		expect(service.to('events')[0]!.dropped).toBeUndefined();
	});

	test.for([true, false])(
		'while the clock was ahead is sent when the clock is correct (locks: %s)',
		async (locks, { open, service }) => {
			const page = await open({ init: false });
			await page.evaluate(
				([siteId, hasLocks, id]) => {
					if (!hasLocks) Object.defineProperty(navigator, 'locks', { value: undefined });
					const at = Date.now() + 10 * 86_400_000;
					const key = (name: string) => `feedback:${siteId}:${name}`;
					const entry = {
						route: 'events',
						body: { id, name: 'one' },
						owner: { visitor: id, session: id },
						at,
						wait: 6_000,
					};
					localStorage.setItem(key(`q:${id}`), JSON.stringify(entry));
					localStorage.setItem(key('lease'), JSON.stringify(at + 10_000));
				},
				[site, locks, mintId(Date.now())] as const,
			);
			await page.clock.install();
			await start(page);
			await pass(page, 3);
			await expect.poll(() => queued(page)).toBe(0);
			expect(service.to('events').flatMap(({ events }) => events)).toMatchObject([{ name: 'one' }]);
		},
	);

	test('is dropped after 48 hours, and the drop is counted and reported', async ({
		open,
		service,
	}) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		await report(page, 'one');
		await page.clock.fastForward('49:00:00');
		service.requests.length = 0;
		service.script = () => undefined;
		await pass(page, 2);
		await expect.poll(() => queued(page)).toBe(0);
		await report(page, 'two');
		await report(page, 'three');
		const [two, three] = service.to('events');
		expect(two!.dropped).toEqual({ expired: 1 });
		expect(three!.dropped).toBeUndefined();
	});

	test('that is refused among others is counted and reported', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		for (const name of ['one', 'two', 'three']) await report(page, name);
		service.requests.length = 0;
		service.script = ({ body }) => ({
			body: {
				results: body.events.map(({ id, name }) =>
					name === 'two'
						? { id, status: 'rejected', error: { code: 'invalid_request', message: 'No.' } }
						: { id, status: 'recorded' },
				),
				now: Date.now(),
			},
		});
		await pass(page, 4);
		await expect.poll(() => queued(page)).toBe(0);
		service.requests.length = 0;
		service.script = () => undefined;
		await report(page, 'four');
		expect(service.to('events')[0]!.dropped).toEqual({ refused: 1 });
	});

	test('is dropped in favour of newer ones when a thousand wait', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await open();
		await page.evaluate(async (siteId) => {
			const now = Date.now();
			for (let count = 0; count < 1_005; count++) {
				const time = (now - 10_000 + count).toString(16).padStart(12, '0');
				const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(count).padStart(12, '0')}`;
				const owner = { visitor: id, session: id };
				const entry = { route: 'events', body: { id, name: 'old' }, owner, at: now, wait: 1e6 };
				localStorage.setItem(`feedback:${siteId}:q:${id}`, JSON.stringify(entry));
			}
			await window.Feedback!.event('new');
		}, site);
		await expect.poll(() => queued(page)).toBe(1_000);
		service.script = () => undefined;
		await report(page, 'another');
		// The earlier event may have been sent again before the last one.
		const reported = service.to('events').findLast(({ dropped }) => dropped);
		expect(reported!.dropped).toEqual({ queue_full: 6 });
	});

	test('with a wrong clock gets a new ID once, if the service rejects it as stale', async ({
		open,
		service,
	}) => {
		const ahead = 5 * 86_400_000;
		service.script = () => 'cut';
		const page = await openWithClock(open);
		await report(page, 'one');
		service.requests.length = 0;
		service.script = ({ body }) => {
			const { id } = body.events[0]!;
			const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
			const stale = Math.abs(time - Date.now() - ahead) > 3_600_000;
			return {
				body: { results: [{ id, status: stale ? 'stale' : 'recorded' }], now: Date.now() + ahead },
			};
		};
		await pass(page, 4);
		await expect.poll(() => service.to('events').length).toBe(2);
		await expect.poll(() => queued(page)).toBe(0);
	});
});

describe('a wrong clock', () => {
	test('is followed no longer once it is correct', async ({ open, service }) => {
		const page = await openWithClock(open);
		await page.clock.setSystemTime(Date.now() + 5 * 3_600_000);
		await report(page, 'one');
		await page.clock.setSystemTime(Date.now());
		await report(page, 'two');
		await report(page, 'three');
		const { session, events } = service.to('events').at(-1)!;
		for (const id of [session, events[0]!.id])
			expect(Math.abs(Date.now() - uuidv7Time(id))).toBeLessThan(60_000);
	});
});

describe('other messages', () => {
	test('a show without a response is sent again, only to release its reservation', async ({
		open,
		service,
	}) => {
		service.script = () => 'cut';
		const page = await openWithClock(open);
		expect(await page.evaluate(() => window.Feedback!.show('export-experience'))).toBe(false);
		expect(await readNotices(page)).toEqual(['error:network']);
		service.script = () => undefined;
		await pass(page, 8);
		await expect.poll(() => service.to('show').length).toBe(2);
		const [first, again] = service.to('show');
		const { visitor, id, survey_id } = first!;
		expect(first!.decide).toBeUndefined();
		expect(again).toMatchObject({ visitor, id, survey_id, decide: false });
		await expect.poll(() => queued(page)).toBe(0);
		expect(await readNotices(page)).toEqual(['error:network']);
	});

	test.for(['cut', 'refused'] as const)(
		'answers that fail (%s) cause an error notification',
		async (fault, { open, service }) => {
			service.script = ({ route, body }) => {
				if (route === 'events' && body.decide) return { body: answerEvents(body, displayPrompt()) };
				if (route !== 'answer') return undefined;
				return fault === 'cut' ? fault : refuse('invalid_answer');
			};
			const page = await open();
			await report(page, 'one');
			await rate(page, 5);
			const code = fault === 'cut' ? 'network' : 'invalid_answer';
			await expect.poll(() => readNotices(page)).toContain(`error:${code}`);
		},
	);

	test('the latest answers are sent again until they arrive', async ({ open, service }) => {
		service.script = ({ route, body }) => {
			if (route === 'events' && body.decide) return { body: answerEvents(body, displayPrompt()) };
			return route === 'answer' ? 'cut' : undefined;
		};
		const page = await open();
		await report(page, 'one');
		await rate(page, 5);
		await page.getByRole('textbox').fill('Fine.');
		await page.getByRole('button', { name: 'Send' }).click();
		await expect.poll(() => service.to('answer').some(({ final }) => final)).toBe(true);
		service.requests.length = 0;
		service.script = () => undefined;
		await page.reload();
		await start(page);
		await expect.poll(() => service.to('answer').length).toBe(1);
		expect(service.to('answer')[0]).toMatchObject({
			final: true,
			answers: { score: 5, why: 'Fine.' },
		});
		await expect.poll(() => queued(page)).toBe(0);
	});

	test('partial answers survive closing the tab immediately', async ({ open, service }) => {
		service.script = ({ route, body }) => {
			if (route === 'events' && body.decide) return { body: answerEvents(body, displayPrompt()) };
			return route === 'answer' ? 'cut' : undefined;
		};
		const page = await open();
		await report(page, 'one');
		await rate(page, 3);
		await page.close();
		service.requests.length = 0;
		service.script = () => undefined;
		const next = await openWithClock(open);
		await pass(next, 8);
		await expect.poll(() => service.to('answer').at(-1)?.answers).toEqual({ score: 3 });
	});
});

describe('two tabs', () => {
	test('do not send the same queued messages twice', async ({ open, service }) => {
		service.script = () => 'cut';
		const first = await open();
		for (let count = 0; count < 30; count++) await report(first, `event.${count}`);
		await first.close();
		service.requests.length = 0;
		service.script = () => undefined;
		await Promise.all([open(), open(), open()]);
		await expect.poll(() => service.eventIds().size).toBe(30);
		expect(service.to('events').flatMap(({ events }) => events).length).toBe(30);
	});
});

describe('a bad network', () => {
	test('loses none of 300 events from two tabs, with reloads in between', async ({
		open,
		service,
	}) => {
		let count = 0;
		const stored = new Map<string, string>();
		service.script = ({ route, body }) => {
			if (route !== 'events') return undefined;
			const fault = count++ % 10;
			if (fault === 1) return 'cut';
			if (fault === 2) return { status: 503, body: 'not JSON', headers: { 'retry-after': '1' } };
			for (const { id, name } of body.events) stored.set(id, name);
			// The service has processed the request, but the response is lost.
			return fault === 3 ? 'cut' : undefined;
		};
		const tabs = [await open(), await open()];
		for (let round = 0; round < 5; round++) {
			await Promise.all(
				tabs.map((page, tab) =>
					page.evaluate(
						async ([start, who]) => {
							for (let next = start; next < start + 30; next += 3) {
								const names = [next, next + 1, next + 2].map((number) => `tab${who}.${number}`);
								await Promise.all(names.map((name) => window.Feedback!.event(name)));
							}
						},
						[round * 30, tab] as const,
					),
				),
			);
			const page = tabs[round % 2]!;
			await page.reload();
			await start(page);
		}
		await expect.poll(() => stored.size, { timeout: 25_000 }).toBe(300);
		expect(new Set(stored.values()).size).toBe(300);
		await expect.poll(() => queued(tabs[0]!)).toBe(0);
	}, 60_000);
});
