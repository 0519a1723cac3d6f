import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import type { Decision } from '@feedback/contract/wire';

import { findWords } from '../../../contract/src/words.ts';
import { answerEvents, displayPrompt } from './answers.ts';
import { rate, readNotices, report, site, start, test } from './fixture.ts';
import type { Service } from './service.ts';

/** Responds to the next event, show or claim with this decision, and to later ones without a decision. */
function decideOnce(service: Service, decision: Decision): void {
	service.script = ({ route, body }) => {
		if (route === 'events' && !body.decide) return undefined;
		if (!['events', 'show', 'claim'].includes(route)) return undefined;
		service.script = () => undefined;
		if (route === 'events') return { body: answerEvents(body, decision) };
		return { body: { decision, now: Date.now() } };
	};
}

const states = (service: Service) =>
	service.to('display').map(({ state, reason }) => (reason ? `${state}:${reason}` : state));

const uiAskedFor = (service: Service) =>
	expect.poll(() => service.files.some((file) => file.includes('-ui-'))).toBe(true);

/** Makes the page hidden or visible, like changing tabs. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
	await page.evaluate((now) => {
		Object.defineProperty(document, 'hidden', { configurable: true, value: now });
		document.dispatchEvent(new Event('visibilitychange'));
	}, hidden);
}

describe('a prompt', () => {
	test('is painted, confirmed and answered', async ({ open, service }) => {
		const decision = displayPrompt();
		decideOnce(service, decision);
		const page = await open();
		expect(await report(page, 'report.exported')).toBe(true);
		await rate(page, 4);
		await page.getByRole('textbox').fill('It was quick.');
		await page.getByRole('button', { name: 'Send' }).click();
		await expect.poll(() => service.to('answer').at(-1)?.final).toBe(true);
		const { id, secret } = decision.display;
		expect(service.to('display')[0]).toEqual({ site, display: id, secret, state: 'displayed' });
		expect(service.to('answer').at(-1)).toMatchObject({
			display: id,
			secret,
			answers: { score: 4, why: 'It was quick.' },
		});
		expect(await readNotices(page)).toEqual(['displayed', 'reason:displayed', 'answered']);
	});

	test('downloads its UI on the first show only', async ({ open, service }) => {
		const page = await open();
		await report(page, 'one');
		expect(service.files.filter((file) => file.includes('-ui-'))).toEqual([]);
		decideOnce(service, displayPrompt());
		await report(page, 'two');
		expect(service.files.filter((file) => file.includes('-ui-')).length).toBe(1);
	});

	test('downloads its UI before the response with the prompt has arrived', async ({
		open,
		service,
	}) => {
		const page = await open();
		service.script = ({ body }) =>
			body.decide
				? { body: answerEvents(body, displayPrompt()), bodyAfter: () => uiAskedFor(service) }
				: undefined;
		expect(await report(page, 'one')).toBe(true);
	});

	test('is drawn even if only the response’s body announces it', async ({ open, service }) => {
		const page = await open();
		service.script = ({ body }) =>
			body.decide ? { status: 200, body: answerEvents(body, displayPrompt()) } : undefined;
		expect(await report(page, 'one')).toBe(true);
	});

	test('in another language contains the UI’s texts', async ({ open, service }) => {
		decideOnce(service, displayPrompt({ language: 'de-AT', words: findWords('de-AT') }));
		const page = await open();
		expect(await report(page, 'one')).toBe(true);
		expect(service.files.filter((file) => file.includes('-ui-')).length).toBe(1);
		await page.getByRole('button', { name: 'Schließen' }).click();
	});

	test('that is dismissed reports it, after its partial answers', async ({ open, service }) => {
		decideOnce(service, displayPrompt());
		const page = await open();
		await report(page, 'one');
		await rate(page, 2);
		await page.getByRole('textbox').fill('not sent');
		await page.keyboard.press('Escape');
		await expect.poll(() => states(service)).toEqual(['displayed', 'dismissed']);
		await expect.poll(() => service.to('answer').at(-1)?.answers).toEqual({ score: 2 });
		expect(service.to('answer').at(-1)!.final).toBe(false);
		expect(await readNotices(page)).toEqual(['displayed', 'reason:displayed', 'dismissed']);
	});

	test('blocks the next prompt until it is closed', async ({ open, service }) => {
		const page = await open();
		decideOnce(service, displayPrompt());
		await report(page, 'one');
		decideOnce(service, displayPrompt({ survey_id: 'other' }));
		expect(await report(page, 'two')).toBe(false);
		// The message of one display does not wait for that of another.
		await expect.poll(() => states(service).toSorted()).toEqual(['displayed', 'released:busy']);
		await page.keyboard.press('Tab');
		await page.getByRole('button', { name: 'Close' }).click();
		await expect.poll(() => page.getByRole('radio').count()).toBe(0);
		decideOnce(service, displayPrompt({ survey_id: 'other' }));
		expect(await report(page, 'three')).toBe(true);
	});

	test('whose UI is blocked is released', async ({ open, service, context }) => {
		await context.route('**/feedback-ui-*', (route) => route.abort());
		decideOnce(service, displayPrompt());
		const page = await open();
		expect(await report(page, 'one')).toBe(false);
		await expect.poll(() => states(service)).toEqual(['released:blocked']);
		expect(await readNotices(page)).toEqual(['error:ui_failed', 'reason:blocked']);
	});

	test('on a hidden page waits for its return', async ({ open, service }) => {
		const page = await open();
		await setHidden(page, true);
		decideOnce(service, displayPrompt());
		const result = report(page, 'one');
		await uiAskedFor(service);
		await setHidden(page, false);
		expect(await result).toBe(true);
		await expect.poll(() => states(service)).toEqual(['displayed']);
	});

	test('on a page that stays hidden is released after 30 s', async ({ open, service }) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		await setHidden(page, true);
		decideOnce(service, displayPrompt());
		const result = report(page, 'one');
		await uiAskedFor(service);
		await page.clock.fastForward(30_000);
		expect(await result).toBe(false);
		await expect.poll(() => states(service)).toEqual(['released:hidden']);
		expect(await readNotices(page)).toEqual(['reason:hidden']);
	});

	test('on a page that was frozen until its reservation ended is released', async ({
		open,
		service,
	}) => {
		const page = await open();
		await page.clock.install();
		decideOnce(service, displayPrompt());
		await setHidden(page, true);
		const shown = report(page, 'one');
		const isReserved = () =>
			page.evaluate(() => {
				const key = Symbol.for('feedback.page');
				return !!(window as unknown as Record<symbol, { current?: unknown }>)[key]?.current;
			});
		await expect.poll(isReserved).toBe(true);
		// The time goes on, but no timer runs.
		await page.clock.setSystemTime(Date.now() + 3_600_000);
		await setHidden(page, false);
		expect(await shown).toBe(false);
		await expect.poll(() => states(service)).toEqual(['released:late']);
	});

	test('is postponed by hold, and appears with resume', async ({ open, service }) => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.hold());
		decideOnce(service, displayPrompt());
		const result = report(page, 'one');
		await uiAskedFor(service);
		expect(await page.getByRole('radio').count()).toBe(0);
		await page.evaluate(() => window.Feedback!.resume());
		expect(await result).toBe(true);
	});

	test('can be declined by the app', async ({ open, service }) => {
		const page = await open({ init: false });
		await page.evaluate((siteId) => {
			window.notices = [];
			window.Feedback!.on((notice) => window.notices.push(notice));
			window.Feedback!.init({ siteId, beforeShow: ({ survey_id }) => survey_id !== 'declined' });
		}, site);
		decideOnce(service, displayPrompt({ survey_id: 'declined' }));
		expect(await report(page, 'one')).toBe(false);
		await expect.poll(() => states(service)).toEqual(['released:vetoed']);
		decideOnce(service, displayPrompt());
		expect(await report(page, 'two')).toBe(true);
		expect(await readNotices(page)).toEqual(['reason:vetoed', 'displayed', 'reason:displayed']);
	});

	test('is released when the page is left before it could be painted', async ({
		open,
		service,
	}) => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.hold());
		decideOnce(service, displayPrompt());
		const arrived = page.waitForEvent('requestfinished', (request) =>
			/-later-/.test(request.url()),
		);
		void report(page, 'one').catch(() => undefined);
		await uiAskedFor(service);
		await arrived;
		await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
		await page.goto('about:blank');
		await expect.poll(() => states(service)).toEqual(['released:hidden']);
	});

	test('is confirmed even if the page is left as soon as it is painted', async ({
		open,
		service,
	}) => {
		const page = await open();
		decideOnce(service, displayPrompt());
		await page.evaluate(() => {
			void window.Feedback!.event('one').then(() => (location.href = 'about:blank'));
		});
		await page.waitForURL('about:blank');
		await expect.poll(() => states(service)).toEqual(['displayed']);
	});

	test('decided for a visitor who has signed out in the meantime is released', async ({
		open,
		service,
	}) => {
		const page = await open();
		const decision = displayPrompt();
		let answer = () => {};
		const asked = new Promise<void>((resolve) => (answer = resolve));
		await page.route('**/sdk/events', async (route) => {
			await asked;
			await route.continue();
		});
		decideOnce(service, decision);
		const result = report(page, 'one');
		await page.evaluate(() => window.Feedback!.reset());
		answer();
		expect(await result).toBe(false);
		await expect.poll(() => states(service)).toEqual(['released:late']);
	});

	test('disappears at sign-out', async ({ open, service }) => {
		const page = await open();
		decideOnce(service, displayPrompt());
		await report(page, 'one');
		await page.evaluate(() => window.Feedback!.reset());
		await expect.poll(() => page.getByRole('radio').count()).toBe(0);
		await expect.poll(() => states(service)).toEqual(['displayed']);
	});

	test('is remembered on the device after a reset, also if the next sign-in is refused', async ({
		open,
		service,
	}) => {
		const page = await open();
		decideOnce(service, displayPrompt());
		await report(page, 'one');
		await report(page, 'two');
		await page.evaluate(() => window.Feedback!.reset());
		await report(page, 'three');
		await page.evaluate(() => window.Feedback!.identify('alice'));
		await report(page, 'four');
		const devices = service.to('events').map(({ device }) => device?.length ?? 0);
		expect(devices).toEqual([0, 0, 1, 1]);
		expect(service.to('events')[2]!.device![0]).toEqual({
			survey_id: 'export-experience',
			at: expect.any(Number) as number,
		});
	});
});

describe('show', () => {
	test('requests one prompt and records no event', async ({ open, service }) => {
		decideOnce(service, displayPrompt());
		const page = await open();
		expect(await page.evaluate(() => window.Feedback!.show('export-experience'))).toBe(true);
		expect(service.to('events')).toEqual([]);
		expect(service.to('show')[0]).toMatchObject({ survey_id: 'export-experience', site });
	});

	test('resolves false with the reason when limits forbid it', async ({ open, service }) => {
		decideOnce(service, { reason: 'seen_limit' });
		const page = await open();
		expect(await page.evaluate(() => window.Feedback!.show('export-experience'))).toBe(false);
		expect(await readNotices(page)).toEqual(['reason:seen_limit']);
	});

	test('resolves false and notifies when the request fails', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await open();
		expect(await page.evaluate(() => window.Feedback!.show('export-experience'))).toBe(false);
		expect(await readNotices(page)).toEqual(['error:network']);
	});
});

describe('a delayed prompt', () => {
	const wait = (seconds: number): Decision => ({
		reason: 'waiting',
		due: Date.now() + seconds * 1_000,
		survey_id: 'export-experience',
	});

	/** The response to the event is `waiting`, the response to a claim contains the display. */
	function delay(service: Service, seconds: number): void {
		service.script = ({ route, body }) => {
			if (route === 'events' && body.decide) return { body: answerEvents(body, wait(seconds)) };
			if (route === 'claim') return { body: { decision: displayPrompt(), now: Date.now() } };
			return undefined;
		};
	}

	test('is claimed when due, and the event waits for it', async ({ open, service }) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		delay(service, 5);
		const result = report(page, 'one');
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		expect(service.to('claim')).toEqual([]);
		await page.clock.fastForward(5_500);
		expect(await result).toBe(true);
		expect(service.to('claim')[0]!.event).toBe(service.to('events')[0]!.events[0]!.id);
		expect(await readNotices(page)).toEqual(['reason:waiting', 'displayed', 'reason:displayed']);
	});

	test('of more than 10 s resolves false at once and is displayed later', async ({
		open,
		service,
	}) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		// Only `runFor` advances the clock.
		await page.clock.pauseAt(Date.now() + 60_000);
		delay(service, 60);
		const result = report(page, 'one');
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		await page.clock.runFor(100);
		expect(await result).toBe(false);
		await page.clock.runFor(61_000);
		await expect.poll(() => readNotices(page)).toContain('displayed');
	});

	test('survives a navigation', async ({ open, service }) => {
		delay(service, 1.5);
		const page = await open();
		void report(page, 'one').catch(() => undefined);
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		await page.goto(`${service.url}/elsewhere`);
		await start(page);
		await expect.poll(() => readNotices(page)).toContain('displayed');
		expect(service.to('claim').length).toBe(1);
	});

	test('survives a navigation before the file that waits for it has loaded', async ({
		context,
		open,
		service,
	}) => {
		delay(service, 0.5);
		let blocked = true;
		await context.route(/feedback-later/, async (route) => {
			if (!blocked) await route.continue();
		});
		const page = await open();
		void report(page, 'one').catch(() => undefined);
		const stored = () => page.evaluate(() => sessionStorage.length);
		await expect.poll(stored).toBe(1);
		blocked = false;
		await page.goto(`${service.url}/elsewhere`);
		await start(page);
		await expect.poll(() => readNotices(page)).toContain('displayed');
		expect(service.to('claim')[0]!.event).toBe(service.to('events')[0]!.events[0]!.id);
		expect(service.to('claim').length).toBe(1);
	});

	test('of a visitor who signed out elsewhere is forgotten', async ({ open, service }) => {
		delay(service, 1);
		const page = await open();
		void report(page, 'one').catch(() => undefined);
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		const other = await open();
		await other.evaluate(() => window.Feedback!.reset());
		await page.goto(`${service.url}/elsewhere`);
		await start(page);
		await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
		expect(service.to('claim')).toEqual([]);
	});

	test('waits until the page is visible again', async ({ open, service }) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		delay(service, 5);
		const result = report(page, 'one');
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		await setHidden(page, true);
		await page.clock.fastForward(10_000);
		expect(await result).toBe(false);
		expect(service.to('claim')).toEqual([]);
		await setHidden(page, false);
		await expect.poll(() => readNotices(page)).toContain('displayed');
	});

	test('is displayed on time while the clock is ahead, and when it is back', async ({
		open,
		service,
	}) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		const now = await page.evaluate(() => Date.now());
		delay(service, 60);
		await page.clock.setSystemTime(now + 5 * 3_600_000);
		void report(page, 'one').catch(() => undefined);
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		await page.clock.setSystemTime(now);
		await page.clock.runFor(59_000);
		expect(service.to('claim')).toEqual([]);
		await page.clock.runFor(1_000);
		await expect.poll(() => readNotices(page)).toContain('displayed');
		await page.getByRole('button', { name: 'Close' }).click();
		await page.clock.runFor(1_000);
		void report(page, 'two').catch(() => undefined);
		await expect.poll(() => service.to('events').length).toBe(2);
		await page.clock.runFor(1_000);
		await page.clock.setSystemTime(now + 5 * 3_600_000);
		await setHidden(page, true);
		await setHidden(page, false);
		expect(service.to('claim').length).toBe(1);
		await page.clock.runFor(60_000);
		await expect.poll(() => service.to('claim').length).toBe(2);
	});

	test('from before a navigation is claimed immediately when the clock has moved back', async ({
		open,
		service,
	}) => {
		delay(service, 60);
		const page = await open();
		void report(page, 'one').catch(() => undefined);
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		await page.goto(`${service.url}/elsewhere`);
		await page.clock.install({ time: Date.now() - 5 * 3_600_000 });
		await page.goto(`${service.url}/elsewhere`);
		await start(page);
		await expect.poll(() => readNotices(page)).toContain('displayed');
	});

	test('is forgotten at sign-out', async ({ open, service }) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		delay(service, 5);
		const result = report(page, 'one');
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		await page.evaluate(() => window.Feedback!.reset());
		expect(await result).toBe(false);
		await page.clock.fastForward(60_000);
		service.script = () => undefined;
		await report(page, 'two');
		expect(service.to('claim')).toEqual([]);
	});

	test('is released by sending the event again if its claim got no response', async ({
		open,
		service,
	}) => {
		const page = await open({ init: false });
		await page.clock.install();
		await start(page);
		service.script = ({ route, body }) => {
			if (route === 'claim') return 'cut';
			return route === 'events' && body.decide ? { body: answerEvents(body, wait(5)) } : undefined;
		};
		const result = report(page, 'one');
		await expect.poll(() => readNotices(page)).toEqual(['reason:waiting']);
		await page.clock.fastForward(5_500);
		expect(await result).toBe(false);
		await page.clock.fastForward(1_000);
		await expect.poll(() => service.to('events').length).toBe(2);
		const [first, second] = service.to('events');
		expect(second!.decide).toBe(false);
		expect(second!.events[0]!.id).toBe(first!.events[0]!.id);
	});
});
