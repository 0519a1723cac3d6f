import { describe, expect } from 'vitest';

import { answerEvents, displayPrompt } from './answers.ts';
import { readNotices, report, start, test } from './fixture.ts';

describe('a page', () => {
	test('without storage still shows prompts', async ({ context, open, service }) => {
		await context.addInitScript(() => {
			for (const name of ['localStorage', 'sessionStorage']) {
				Object.defineProperty(window, name, {
					get() {
						throw new DOMException('Access is denied.', 'SecurityError');
					},
				});
			}
		});
		service.script = ({ body }) =>
			body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
		const page = await open();
		expect(await report(page, 'one')).toBe(true);
		await page.evaluate(() => window.Feedback!.identify('alice'));
		await report(page, 'two');
		const [one, two] = service.to('events');
		expect(two!.visitor).toBe(one!.visitor);
		expect(two!.identify!.account).toBe('alice');
	});

	test('with full storage keeps events while it is open', async ({ context, open, service }) => {
		await context.addInitScript(() => {
			Storage.prototype.setItem = () => {
				throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
			};
		});
		service.script = () => 'cut';
		const page = await open();
		await report(page, 'one');
		service.script = () => undefined;
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await expect.poll(() => service.to('events').at(-1)!.decide).toBe(false);
		expect(service.eventIds().size).toBe(1);
	});

	for (const nonsense of ['{"not": json', '7', 'null', '{}']) {
		test(`with ${nonsense} in storage starts over`, async ({ context, open, service }) => {
			await context.addInitScript((text) => {
				for (const key of ['visitor', 'shown', 'device', 'waits', 'q:x', 'dropped']) {
					localStorage.setItem(`feedback:site_test000000:${key}`, text);
					sessionStorage.setItem(`feedback:site_test000000:${key}`, text);
				}
			}, nonsense);
			const page = await open();
			const problems: string[] = [];
			page.on('pageerror', (error) => problems.push(error.message));
			expect(await report(page, 'one')).toBe(false);
			expect(await readNotices(page)).toEqual(['reason:no_prompt']);
			// The service refuses what it cannot read in the first request; the second is repaired.
			expect(service.to('events').findLast(({ decide }) => decide)).toMatchObject({
				visitor: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
				device: [],
			});
			expect(problems).toEqual([]);
		});
	}

	test('with frozen prototypes works', async ({ context, open, service }) => {
		await context.addInitScript(() => {
			const frozen = [Object, Array, Function, Error, TypeError, Promise, Map, Set, String, RegExp];
			for (const { prototype } of frozen) Object.freeze(prototype);
		});
		service.script = ({ body }) =>
			body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
		const page = await open();
		expect(await report(page, '-')).toBe(false);
		expect(await report(page, 'one')).toBe(true);
		expect(await readNotices(page)).toEqual([
			'error:invalid_name',
			'displayed',
			'reason:displayed',
		]);
	});

	test('that replaces fetch later cannot break or read it', async ({ open, service }) => {
		const page = await open();
		const heard = await page.evaluate(async () => {
			let calls = 0;
			window.fetch = () => {
				calls++;
				throw new Error('replaced');
			};
			await window.Feedback!.event('one');
			return calls;
		});
		expect(heard).toBe(0);
		expect(service.to('events').length).toBe(1);
	});

	test('receives an error notification, and on localhost one line, if the visitor blocks the service', async ({
		context,
		open,
		service,
	}) => {
		await context.route('**/sdk/events', (route) => route.abort('blockedbyclient'));
		const page = await open();
		const heard: string[] = [];
		page.on('pageerror', (error) => heard.push(error.message));
		page.on('console', (line) => heard.push(line.text()));
		expect(await report(page, 'one')).toBe(false);
		await page.evaluate(() => window.Feedback!.identify('alice'));
		await expect.poll(() => service.to('identify').length).toBe(1);
		expect(await readNotices(page)).toEqual(['error:network']);
		// The browser's message about the request; no page can prevent it.
		expect(heard.filter((line) => !line.includes('net::ERR_BLOCKED_BY_CLIENT'))).toEqual([
			expect.stringMatching(
				/^\[feedback\] network: No answer\. Is the service running at apiUrl\?/,
			),
		]);
	});

	test('gets no exception, whatever the service responds', async ({ open, service }) => {
		const page = await open();
		const problems: string[] = [];
		page.on('pageerror', (error) => problems.push(error.message));
		const bodies = [null, [], {}, 'text', 7, { results: null }, { results: [] }, { results: [{}] }];
		for (const body of bodies) {
			service.script = () => ({ body });
			expect(await report(page, 'one')).toBe(false);
			expect(await page.evaluate(() => window.Feedback!.show('x'))).toBe(false);
			expect((await readNotices(page)).at(-1)).toMatch(/^error:/);
		}
		expect(problems).toEqual([]);
	});
});

describe('the module build', () => {
	test('works like the script, with the separate prompt UI', async ({ context, service }) => {
		service.pages.set(
			'/module',
			`<script type="module">
				import { Feedback } from '/sdk/index.js';
				window.Feedback = Feedback;
			</script>`,
		);
		service.script = ({ body }) =>
			body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
		const page = await context.newPage();
		await page.goto(`${service.url}/module`);
		await start(page, { apiUrl: `${service.url}/` });
		expect(await report(page, 'one')).toBe(true);
		await expect.poll(() => page.getByRole('radio').count()).toBe(5);
	});

	test('without a UI lets the app draw, with the same displays and answers', async ({
		context,
		service,
	}) => {
		service.pages.set(
			'/headless',
			`<script type="module">
				import { Feedback } from '/sdk/headless.js';
				window.Feedback = Feedback;
				window.begin = (siteId, apiUrl) => Feedback.init({ siteId, apiUrl, draw(prompt, hooks) {
					const button = document.createElement('button');
					button.textContent = prompt.questions[0].title;
					button.onclick = () => {
						hooks.onAnswer({ score: 5 }, true);
						button.remove();
						hooks.onClosed();
					};
					document.body.append(button);
					return { close: () => button.remove() };
				} });
			</script>`,
		);
		service.script = ({ body }) =>
			body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
		const page = await context.newPage();
		await page.goto(`${service.url}/headless`);
		await page.evaluate(
			(url) =>
				(window as unknown as { begin(site: string, url: string): void }).begin(
					'site_test000000',
					url,
				),
			service.url,
		);
		expect(await report(page, 'one')).toBe(true);
		await page.getByRole('button', { name: 'How was the export?' }).click();
		await expect.poll(() => service.to('answer')[0]?.answers).toEqual({ score: 5 });
		await expect.poll(() => service.to('display')[0]?.state).toBe('displayed');
		expect(service.files.filter((file) => file.includes('-ui-'))).toEqual([]);
		expect(await report(page, 'two')).toBe(true);
	});
});
