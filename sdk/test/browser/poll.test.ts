// Idle pages request prompts that wait for their account, if a response indicates that there may be some.
import { limits } from '@feedback/contract';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import { answerEvents, displayPrompt, refuse } from './answers.ts';
import { report, site, start, test } from './fixture.ts';
import type { Service } from './service.ts';

const pollMs = limits.backend.pollSeconds * 1_000;
const laterFile = /feedback-later[^/]*\.js$/;
const id = (n: number) => `018bcfe5-6800-7000-8000-00000000000${n}`;

/** Every response lets the page poll, with the next ID; `found` contains the results of the next polls. */
function letPoll(service: Service, found: object[] = []) {
	let polls = 0;
	service.script = ({ route, body }) => {
		const poll = id(++polls);
		const now = Date.now();
		if (route === 'identify') return { body: { identity: 'reported', poll, now } };
		if (route === 'poll') {
			const decision = found.shift();
			return { body: { ...(decision && { decision }), poll, now }, status: decision ? 201 : 200 };
		}
		if (route !== 'events') return undefined;
		return { body: { ...answerEvents(body, { reason: 'no_prompt' }), poll } };
	};
}

/** Lets the page's clock end the time limits of signals, too. */
async function followClock(page: Page): Promise<void> {
	await page.evaluate(() => {
		AbortSignal.timeout = (delay) => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(), delay);
			return controller.signal;
		};
	});
}

/** A page of a person who signed in. */
async function openSignedIn(
	open: (options: { init: false }) => Promise<Page>,
	service: Service,
	options: object = {},
): Promise<Page> {
	const page = await open({ init: false });
	await page.clock.install();
	await followClock(page);
	await start(page, { ...options });
	await page.evaluate(() => window.Feedback!.identify('user_42'));
	await page.clock.runFor(1_000);
	await expect.poll(() => service.to('identify').length).toBe(1);
	// The response to identify has arrived once the response to a later call has.
	await report(page, 'page.read');
	return page;
}

/** Runs the page's clock until it has polled and has the response: a running clock would time out the request. */
async function waitForPoll(page: Page): Promise<void> {
	const [response] = await Promise.all([
		page.waitForResponse(/\/poll$/),
		page.clock.runFor(pollMs),
	]);
	await response.finished();
	// The page reads it in a later task.
	await page.evaluate(
		() =>
			new Promise((resolve) => {
				const { port1, port2 } = new MessageChannel();
				port1.onmessage = resolve;
				port2.postMessage(0);
			}),
	);
}

const countPolls = (service: Service) => service.to('poll').length;
const readNotices = (page: Page) =>
	page.evaluate(() => window.notices.map((notice) => notice.type));

describe('an idle page', () => {
	test('polls repeatedly, without notifications', async ({ open, service }) => {
		letPoll(service);
		const page = await openSignedIn(open, service);
		const before = await readNotices(page);
		await page.clock.runFor(pollMs / 2);
		expect(countPolls(service)).toBe(0);
		for (const polls of [1, 2, 3]) {
			await waitForPoll(page);
			expect(countPolls(service)).toBe(polls);
		}
		const [first, second] = service.to('poll');
		expect(first).toMatchObject({ visitor: second!.visitor, session: second!.session });
		expect(first!.id).not.toBe(second!.id);
		expect(await readNotices(page)).toEqual(before);
	});

	test('keeps no session alive by polling', async ({ open, service }) => {
		letPoll(service);
		const page = await openSignedIn(open, service);
		const readSeen = () =>
			page.evaluate((key) => localStorage.getItem(key), `feedback:${site}:seen`);
		await waitForPoll(page);
		const seen = await readSeen();
		expect(Number(seen)).toBeGreaterThan(0);
		await waitForPoll(page);
		expect(await readSeen()).toBe(seen);
	});

	test('displays what it finds, and does not poll while a prompt is open', async ({
		open,
		service,
	}) => {
		letPoll(service, [displayPrompt()]);
		const page = await openSignedIn(open, service);
		await page.clock.runFor(pollMs);
		await page.getByText('How was the export?').waitFor();
		expect(await readNotices(page)).toContain('displayed');
		await page.clock.runFor(5 * pollMs);
		expect(countPolls(service)).toBe(1);
		await page.getByRole('button', { name: 'Close' }).click();
		await page.clock.runFor(2 * pollMs);
		await expect.poll(() => countPolls(service)).toBeGreaterThan(1);
	});

	test('polls again with the same ID if there was no response', async ({ open, service }) => {
		letPoll(service);
		const page = await openSignedIn(open, service);
		const usual = service.script;
		service.script = (request) =>
			request.route === 'poll' ? refuse('unavailable') : usual(request);
		await waitForPoll(page);
		service.script = usual;
		await waitForPoll(page);
		const [lost, again] = service.to('poll');
		expect(again!.id).toBe(lost!.id);
		expect(await readNotices(page)).not.toContain('error');
	});

	test('stops polling once the service refuses a poll', async ({ open, service }) => {
		letPoll(service);
		const page = await openSignedIn(open, service);
		const usual = service.script;
		service.script = (request) =>
			request.route === 'poll' ? refuse('invalid_request') : usual(request);
		await waitForPoll(page);
		await page.clock.runFor(3 * pollMs);
		expect(countPolls(service)).toBe(1);
		await report(page, 'page.read');
		await waitForPoll(page);
		expect(countPolls(service)).toBe(2);
	});

	test('polls for a person who signed in while another person’s poll was in progress', async ({
		open,
		service,
	}) => {
		letPoll(service);
		const page = await openSignedIn(open, service);
		const usual = service.script;
		let answerFirst!: () => void;
		const first = new Promise<void>((resolve) => (answerFirst = resolve));
		service.script = (request) => {
			if (request.route !== 'poll') return usual(request);
			const poll = { poll: id(9), now: Date.now() };
			return { body: poll, bodyAfter: () => first };
		};
		await page.clock.runFor(pollMs);
		await expect.poll(() => countPolls(service)).toBe(1);
		await page.evaluate(() => window.Feedback!.identify('user_43'));
		await report(page, 'page.read');
		service.script = usual;
		answerFirst();
		await waitForPoll(page);
		const [old, current] = service.to('poll');
		expect(current!.visitor).not.toBe(old!.visitor);
	});

	test('does not poll after a sign-out', async ({ open, service }) => {
		letPoll(service);
		const page = await openSignedIn(open, service);
		await page.evaluate(() => window.Feedback!.reset());
		await page.clock.runFor(3 * pollMs);
		await report(page, 'page.read');
		await page.clock.runFor(3 * pollMs);
		expect(countPolls(service)).toBe(0);
	});

	test('does not poll for a visitor who signed out before the file for it had loaded', async ({
		open,
		service,
	}) => {
		letPoll(service);
		const page = await open({ init: false });
		let release!: () => void;
		const released = new Promise<void>((resolve) => (release = resolve));
		await page.route(laterFile, async (route) => {
			await released;
			await route.continue();
		});
		const loaded = page.waitForResponse(laterFile);
		await page.clock.install();
		await followClock(page);
		await start(page, {});
		await page.evaluate(() => window.Feedback!.identify('user_42'));
		const asked = page.waitForRequest(laterFile);
		await report(page, 'page.read');
		await asked;
		await page.evaluate(() => window.Feedback!.reset());
		release();
		await (await loaded).finished();
		await page.clock.runFor(3 * pollMs);
		await report(page, 'page.read');
		await page.clock.runFor(3 * pollMs);
		expect(countPolls(service)).toBe(0);
	});

	test.for([
		['without an account', {}, false],
		['if the app says no', { poll: false }, true],
	] as const)('does not poll %s', async ([, options, signsIn], { open, service }) => {
		letPoll(service);
		const page = signsIn ? await openSignedIn(open, service, options) : await open({ init: false });
		if (!signsIn) {
			await page.clock.install();
			await followClock(page);
			await start(page);
			await report(page, 'page.read');
		}
		await page.clock.runFor(3 * pollMs);
		expect(countPolls(service)).toBe(0);
	});

	test('does not poll unless a response allows it', async ({ open, service }) => {
		const page = await openSignedIn(open, service);
		await page.clock.runFor(3 * pollMs);
		expect(countPolls(service)).toBe(0);
	});

	test('does not poll while the app holds prompts', async ({ open, service }) => {
		letPoll(service);
		const page = await openSignedIn(open, service);
		await page.evaluate(() => window.Feedback!.hold());
		await page.clock.runFor(3 * pollMs);
		expect(countPolls(service)).toBe(0);
		await page.evaluate(() => window.Feedback!.resume());
		await page.clock.runFor(pollMs);
		await expect.poll(() => countPolls(service)).toBe(1);
	});
});
