// Kinds of pages in which an app can run.
import { describe, expect } from 'vitest';

import { launchChromium } from '../../../testing/launch-chromium.ts';
import { thorough } from '../../../testing/thorough.ts';
import { answerEvents, displayPrompt } from './answers.ts';
import { report, site, test } from './fixture.ts';
import type { Service } from './service.ts';

const showEach = (service: Service) => {
	service.script = ({ body }) =>
		body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
};

describe('an app in one page', () => {
	test('preserves its prompt on navigation, and reports its path', async ({ open, service }) => {
		showEach(service);
		const page = await open();
		expect(await report(page, 'one')).toBe(true);
		await page.evaluate(() => {
			history.pushState({}, '', '/reports/7');
			document.body.replaceChildren(document.createElement('main'));
		});
		await page.getByRole('radio', { name: '5 of 5' }).check({ force: true });
		await page.getByRole('button', { name: 'Next' }).click();
		await expect.poll(() => service.to('answer').at(-1)?.answers).toEqual({ score: 5 });
		await report(page, 'two');
		expect(service.to('events').map(({ context }) => context!.path)).toEqual(['/', '/reports/7']);
	});
});

describe.each([
	['of the same origin', ''],
	['of another origin', 'elsewhere'],
	['in a sandbox, without an origin', 'sandbox="allow-scripts"'],
])('a frame %s', (_, kind) => {
	test('shows its prompt, and stays a frame', async ({ context, service }) => {
		showEach(service);
		const url = kind === 'elsewhere' ? service.url.replace('127.0.0.1', 'localhost') : service.url;
		service.pages.set(
			'/framed',
			`<script src="${url}/sdk/feedback.js"></script>
			<script>
				Feedback.init({ siteId: '${site}' });
				Feedback.event('one').then((displayed) => { document.title = displayed; });
			</script>`,
		);
		const attributes = kind.startsWith('sandbox') ? kind : '';
		service.pages.set(
			'/outside',
			`<iframe ${attributes} src="${url}/framed" width="600" height="500"></iframe>`,
		);
		const page = await context.newPage();
		const problems: string[] = [];
		page.on('pageerror', (error) => problems.push(error.message));
		await page.goto(`${service.url}/outside`);
		const frame = page.frameLocator('iframe');
		await frame.getByRole('radio', { name: '4 of 5' }).check({ force: true });
		await frame.getByRole('button', { name: 'Next' }).click();
		await expect.poll(() => service.to('answer').at(-1)?.answers).toEqual({ score: 4 });
		expect(await page.locator('feedback-prompt').count()).toBe(0);
		expect(problems).toEqual([]);
	});
});

test('a page restored from the back-forward cache continues', thorough, async ({ service }) => {
	service.script = ({ body }) =>
		body.decide && body.events[0]!.name === 'back'
			? { body: answerEvents(body, displayPrompt()) }
			: undefined;
	// Playwright cannot inspect a page from the back-forward cache, so the page reports to the service.
	service.pages.set(
		'/first',
		`<script src="/sdk/feedback.js"></script>
		<script>
			Feedback.init({ siteId: '${site}' });
			addEventListener('pageshow', async ({ persisted }) => {
				if (!persisted) return;
				const displayed = await Feedback.event('back');
				Feedback.event('shown', { displayed, drawn: !!document.querySelector('feedback-prompt') });
			});
			onload = () => Feedback.event('left').then(() => { location = '/second'; });
		</script>`,
	);
	service.pages.set('/second', '<script>onload = () => setTimeout(() => history.back());</script>');
	// By default, Playwright disables the cache.
	const browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
	try {
		const page = await browser.newPage();
		await page.goto(`${service.url}/first`, { waitUntil: 'commit' });
		await expect.poll(() => service.to('events').length, { timeout: 20_000 }).toBe(3);
		const events = service.to('events').flatMap((body) => body.events);
		expect(events.map(({ name }) => name)).toEqual(['left', 'back', 'shown']);
		expect(events[2]!.properties).toEqual({ displayed: true, drawn: true });
	} finally {
		await browser.close();
	}
});
