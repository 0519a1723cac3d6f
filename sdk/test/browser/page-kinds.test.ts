// What pages are and say: not seen yet, in full screen, with their own path and language, with two copies of the SDK.
import type { BrowserContext, Page } from 'playwright';
import { describe, expect } from 'vitest';

import { answerEvents, displayPrompt } from './answers.ts';
import { readNotices, report, site, start, test } from './fixture.ts';
import type { Recorded, Service } from './service.ts';

declare global {
	interface Window {
		/** Whether the page says that it is prerendered. */
		isPrerendered: boolean;
		/** The copy of the SDK in the app's bundle. */
		Bundled?: Window['Feedback'];
	}
}

const showEach = (service: Service) => {
	service.script = ({ body }) =>
		body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
};

const readContext = (service: Service) =>
	(service.to('events').at(-1) as Recorded['body']).context!;

describe('a prerendered page', () => {
	const prerender = (context: BrowserContext) =>
		context.addInitScript(() => {
			window.isPrerendered = true;
			Object.defineProperty(document, 'prerendering', { get: () => window.isPrerendered });
		});

	test('reports nothing until it is seen, and then everything', async ({
		context,
		open,
		service,
	}) => {
		await prerender(context);
		const page = await open();
		void page.evaluate(() => {
			window.Feedback!.identify('user_42');
			void window.Feedback!.event('one');
		});
		expect(await page.evaluate(() => [window.Feedback!.visitorId(), localStorage.length])).toEqual([
			undefined,
			0,
		]);
		expect(service.requests).toEqual([]);
		await page.evaluate(() => {
			window.isPrerendered = false;
			document.dispatchEvent(new Event('prerenderingchange'));
		});
		await expect.poll(() => readNotices(page)).toEqual(['reason:no_prompt']);
		const [{ identify, events }] = service.to('events') as [Recorded['body']];
		expect([identify!.account, ...events.map(({ name }) => name)]).toEqual(['user_42', 'one']);
	});
});

describe('the path and language of a visitor', () => {
	test('are those that the app sets', async ({ open, service }) => {
		const page = await open({ init: { path: '/orders/:id', language: 'de-AT' } });
		await report(page, 'one');
		expect(readContext(service)).toMatchObject({
			path: '/orders/:id',
			languages: ['de-AT', 'en-US', 'en'],
		});
	});

	test('the path may be a function, and change', async ({ open, service }) => {
		const page = await open({ init: false });
		await page.evaluate((siteId) => {
			let count = 0;
			window.Feedback!.init({ siteId, path: () => `/step/${++count}` });
		}, site);
		for (const name of ['one', 'two']) await report(page, name);
		expect(service.to('events').map(({ context }) => context!.path)).toEqual([
			'/step/1',
			'/step/2',
		]);
	});

	test.for([
		['/app#/settings/profile', '/app#/settings/profile'],
		['/#!/settings', '/#!/settings'],
		['/app#chapter', '/app'],
	] as const)('%s of an app is %s', async ([address, path], { open, service }) => {
		const page = await open({ path: address });
		await report(page, 'one');
		expect(readContext(service).path).toBe(path);
		await page.evaluate(() => void (location.hash = '#/elsewhere'));
		await report(page, 'two');
		expect(readContext(service).path).toBe(`${path.replace(/#.*/, '')}#/elsewhere`);
	});
});

describe('two copies of the SDK on a page', () => {
	async function openBoth(context: BrowserContext, service: Service): Promise<Page> {
		service.pages.set(
			'/both',
			`<script src="/sdk/feedback.js"></script>
			<script type="module">
				import { Feedback } from '/sdk/index.js';
				window.Bundled = Feedback;
				Feedback.init({ siteId: '${site}', apiUrl: location.origin });
			</script>`,
		);
		const page = await context.newPage();
		await page.goto(`${service.url}/both`);
		await page.waitForFunction(() => window.Bundled);
		await start(page);
		return page;
	}

	test('show one prompt at a time, and release the other', async ({ context, service }) => {
		showEach(service);
		const page = await openBoth(context, service);
		const shown = await page.evaluate(() =>
			Promise.all([window.Feedback!.event('one'), window.Bundled!.event('two')]),
		);
		expect(shown.filter(Boolean).length).toBe(1);
		expect(await page.locator('feedback-prompt').count()).toBe(1);
		await expect
			.poll(() => service.to('display').map(({ state, reason }) => reason ?? state))
			.toEqual(expect.arrayContaining(['displayed', 'busy']));
		await page.getByRole('button', { name: 'Close' }).click();
		await page.locator('feedback-prompt').waitFor({ state: 'detached' });
		expect(await page.evaluate(() => window.Bundled!.event('three'))).toBe(true);
	});

	test('are both kept from showing one by hold, until resume', async ({ context, service }) => {
		showEach(service);
		const page = await openBoth(context, service);
		await report(page, 'one');
		await page.evaluate(() => {
			window.Feedback!.close();
			window.Feedback!.hold();
		});
		await page.locator('feedback-prompt').waitFor({ state: 'detached' });
		const shown = page.evaluate(() => window.Bundled!.event('two'));
		await expect.poll(() => service.to('events').length).toBe(2);
		// The second one waits, so this one may not.
		expect(await report(page, 'three')).toBe(false);
		const states = service.to('display').map(({ state, reason }) => reason ?? state);
		expect(states).not.toContain('vetoed');
		expect(await page.getByRole('radio').count()).toBe(0);
		await page.evaluate(() => window.Feedback!.resume());
		expect(await shown).toBe(true);
		await page.getByRole('button', { name: 'Close' }).waitFor();
	});
});

describe('a video in full screen', () => {
	test('keeps a prompt waiting, and releases nothing', async ({ open, service }) => {
		showEach(service);
		service.pages.set(
			'/',
			`<script src="/sdk/feedback.js"></script>
			<video></video><button onclick="document.querySelector('video').requestFullscreen()">Play</button>`,
		);
		const page = await open();
		await page.getByRole('button', { name: 'Play' }).click();
		await page.waitForFunction(() => document.fullscreenElement);
		const shown = report(page, 'one');
		await expect.poll(() => service.files.some((file) => /-ui-/.test(file))).toBe(true);
		expect(await page.locator('feedback-prompt').count()).toBe(0);
		expect(service.to('display')).toEqual([]);
		await page.evaluate(() => document.exitFullscreen());
		expect(await shown).toBe(true);
		await expect.poll(() => service.to('display').map(({ state }) => state)).toEqual(['displayed']);
	});
});
