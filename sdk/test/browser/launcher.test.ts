// The button that is always on the page: where it comes from, what it opens, and what it stays away from.
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import type { LauncherToDraw } from '@feedback/contract/wire';

import { findViolations } from '../ui/axe.ts';
import { answerEvents, displayPrompt } from './answers.ts';
import { report, start, test } from './fixture.ts';
import type { Service } from './service.ts';

const surveyId = 'export-experience';
const onSite: LauncherToDraw = { survey_id: surveyId, position: 'right', appearance: {} };

/** Responses name a launcher, and `show` displays its prompt. */
function offer(service: Service, launcher: Partial<LauncherToDraw> | undefined = {}): void {
	service.script = ({ route, body }) => {
		if (route === 'show') return { body: { decision: displayPrompt(), now: Date.now() } };
		if (!body.decide) return undefined;
		const answer = answerEvents(body, { reason: 'no_prompt' });
		const page = launcher && { launcher: { ...onSite, ...launcher } };
		return { body: { ...answer, page } };
	};
}

const own = (more: object = {}) => ({ launcher: { surveyId, ...more } });
const button = (page: Page, name = 'Feedback') => page.getByRole('button', { name, exact: true });
const hide = (page: Page) => page.getByRole('button', { name: 'Hide the feedback button' });
const prompt = (page: Page) => page.getByRole('dialog');
const loaded = (service: Service) => service.files.filter((file) => /-launcher-/.test(file)).length;
const focused = (page: Page) =>
	page.evaluate(() => {
		let found = document.activeElement;
		while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
		return found?.getAttribute('aria-label') ?? found?.textContent ?? '';
	});

const script = '<script src="/sdk/feedback.js"></script>';

describe('a launcher that the site has set', () => {
	test('comes with a response, and is there from the start on the next page', async ({
		open,
		service,
	}) => {
		offer(service);
		const page = await open();
		expect(loaded(service)).toBe(0);
		await report(page, 'one');
		await button(page).click();
		await prompt(page).waitFor();
		expect(service.to('show')[0]).toMatchObject({ survey_id: surveyId });
		const next = await open();
		await button(next).waitFor();
		expect(service.to('events').length).toBe(1);
	});

	test('leaves the page with the setting', async ({ open, service }) => {
		offer(service);
		const page = await open();
		await report(page, 'one');
		await button(page).waitFor();
		service.script = () => undefined;
		await report(page, 'two');
		await page.locator('feedback-launcher').waitFor({ state: 'detached' });
		const next = await open();
		await report(next, 'three');
		expect(await next.locator('feedback-launcher').count()).toBe(0);
	});

	test('is replaced or switched off by an option of the page', async ({ open, service }) => {
		offer(service);
		const page = await open({ init: { launcher: false } });
		await report(page, 'one');
		const other = await open({ init: own({ label: 'Ideas' }) });
		await button(other, 'Ideas').waitFor();
		expect(await button(other).count()).toBe(0);
		expect(await page.locator('feedback-launcher').count()).toBe(0);
	});

	test('has the site’s accent and theme', async ({ open, service }) => {
		offer(service, { appearance: { accent: '#facc15', theme: 'dark' } });
		const page = await open();
		await report(page, 'one');
		const box = page.locator('feedback-launcher .panel.dark.right');

		await box.waitFor();
		const [ground, text] = await box.evaluate((element) => {
			const style = getComputedStyle(element);
			return [style.backgroundColor, style.color];
		});
		expect(ground).toBe('rgb(250, 204, 21)');
		expect(text).toMatch(/\b0 0 0\b|rgb\(0, 0, 0\)/);
	});
});

test('a page without a launcher downloads no code of one', async ({ open, service }) => {
	service.script = ({ body }) =>
		body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
	const page = await open();
	await report(page, 'one');
	await prompt(page).waitFor();
	expect(loaded(service)).toBe(0);
});

describe('by keyboard alone', () => {
	test('it opens the prompt, and gets the focus back', async ({ open, service }) => {
		offer(service);
		service.pages.set('/', `${script}<button>Save</button>`);
		const page = await open({ init: own() });
		await button(page).waitFor();
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Save');
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Feedback');
		await page.keyboard.press('Enter');
		await prompt(page).waitFor();
		await page.getByRole('radio', { name: '1 of 5' }).and(page.locator(':focus')).waitFor();
		expect(await button(page).isVisible()).toBe(false);
		await page.keyboard.press('Escape');
		await button(page).and(page.locator(':focus')).waitFor();
		expect(service.to('display').map(({ state }) => state)).toEqual(['displayed', 'dismissed']);
	});

	test('it is hidden, on every page and in every tab', async ({ open, service }) => {
		offer(service);
		const page = await open({ init: own() });
		const other = await open({ init: own() });
		await button(other).waitFor();
		await button(page).waitFor();
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Hide the feedback button');
		await page.keyboard.press('Space');
		for (const tab of [page, other]) {
			await tab.locator('feedback-launcher').waitFor({ state: 'detached' });
		}
		const before = loaded(service);
		const next = await open({ init: own() });
		await report(next, 'one');
		expect(await next.locator('feedback-launcher').count()).toBe(0);
		expect(loaded(service)).toBe(before);
	});

	test('what is said while no prompt can be shown is announced', async ({ open, service }) => {
		service.script = () => undefined;
		const page = await open({ init: own() });
		await button(page).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('status').getByText('Feedback is not available right now.').waitFor();
		expect(await focused(page)).toBe('Feedback');
		expect(await findViolations(page, 'feedback-launcher')).toEqual([]);
	});
});

describe('in the visitor’s language', () => {
	test.for([
		['de-AT', {}, 'Feedback', 'de', 'ltr'],
		['ar', {}, 'ملاحظات', 'ar', 'rtl'],
		['ar-EG', { label: 'Ideas', translations: { ar: 'أفكار' } }, 'أفكار', 'ar', 'rtl'],
		['fr', { label: 'Ideas', translations: { ar: 'أفكار' } }, 'Ideas', null, 'auto'],
		['tlh', {}, 'Feedback', 'en', 'ltr'],
	] as const)('%s: %o', async ([language, texts, name, lang, dir], { open, service }) => {
		offer(service, texts);
		const page = await open({ init: { language } });
		await report(page, 'one');
		const found = button(page, name);
		await found.waitFor();
		expect(await found.getAttribute('lang')).toBe(lang);
		expect(await found.getAttribute('dir')).toBe(dir);
		// The texts of the SDK are in its own languages, whatever the label is.
		const note = page.getByRole('status');
		expect(await note.getAttribute('dir')).toBe(/^ar/.test(language) ? 'rtl' : 'ltr');
	});
});

describe('in an element of the app', () => {
	test('it is drawn as soon as the element exists, and again after it was replaced', async ({
		open,
		service,
	}) => {
		offer(service);
		const page = await open({ init: own({ target: '#help' }) });
		await report(page, 'one');
		expect(await page.locator('feedback-launcher').count()).toBe(0);
		const draw = () =>
			page.evaluate(() => {
				document.querySelector('nav')?.remove();
				const nav = document.createElement('nav');
				nav.innerHTML = '<div id="help"></div>';
				document.body.prepend(nav);
			});
		await draw();
		await page.locator('#help feedback-launcher').waitFor({ state: 'attached' });
		await page.evaluate(() => document.querySelector('nav')!.remove());
		await page.locator('feedback-launcher').waitFor({ state: 'detached' });
		await draw();
		await button(page).click();
		await prompt(page).waitFor();
		expect(await hide(page).count()).toBe(0);
	});

	test('a button of the app opens the prompt itself, also one that is drawn later', async ({
		open,
		service,
	}) => {
		offer(service);
		const page = await open({ init: own({ target: '#idea' }) });
		await page.evaluate(() => {
			const idea = document.createElement('button');
			Object.assign(idea, { id: 'idea', textContent: 'Tell us' });
			document.body.append(idea);
		});
		const idea = page.locator('#idea[aria-haspopup=dialog]');
		await idea.focus();
		await page.keyboard.press('Enter');
		await page.getByRole('radio', { name: '1 of 5' }).and(page.locator(':focus')).waitFor();
		await page.keyboard.press('Escape');
		await idea.and(page.locator(':focus')).waitFor();
		expect(service.to('show').length).toBe(1);
		await page.evaluate(() => window.Feedback!.stop());
		await page.locator('#idea:not([aria-haspopup])').waitFor();
	});

	test('a selector that is none leaves the page as it is', async ({ open, service }) => {
		const page = await open({ init: own({ target: '#[' }) });
		await expect.poll(() => loaded(service)).toBe(1);
		await report(page, 'one');
		expect(await page.locator('feedback-launcher').count()).toBe(0);
	});
});

describe('above the page', () => {
	const covering = (style: string) =>
		`${script}<style>a { position: fixed; ${style} }</style><a href="#x">Help</a>`;

	/** Whether the launcher and the link of the page overlap. */
	const overlaps = (page: Page) =>
		page.evaluate(() => {
			const box = document
				.querySelector('feedback-launcher')!
				.shadowRoot!.querySelector('section')!;
			const [one, other] = [box, document.querySelector('a')!].map((each) =>
				each.getBoundingClientRect(),
			) as [DOMRect, DOMRect];
			return (
				one.left < other.right &&
				other.left < one.right &&
				one.top < other.bottom &&
				other.top < one.bottom
			);
		});

	test.for([
		['right', 'right: 0; top: 45%'],
		['left', 'left: 0; top: 45%'],
		['bottom_right', 'right: 10px; bottom: 10px; height: 60px'],
		['bottom_left', 'left: 10px; bottom: 10px; height: 60px'],
	] as const)('it moves along its edge, %s', async ([position, style], { open, service }) => {
		offer(service);
		service.pages.set('/', covering(style));
		const page = await open({ init: own({ position }) });
		await button(page).waitFor();
		expect(await overlaps(page)).toBe(false);
		await button(page).click();
		await prompt(page).waitFor();
	});

	test('it makes way for a control that appears later', async ({ open, service }) => {
		offer(service);
		const page = await open({ init: own() });
		await button(page).waitFor();
		await page.evaluate(() => {
			const link = document.createElement('a');
			Object.assign(link, { href: '#x', textContent: 'Help' });
			link.style.cssText = 'position:fixed;right:0;top:48%;';
			document.body.append(link);
		});
		await expect.poll(() => overlaps(page)).toBe(false);
	});

	test('without a free place only the keyboard reaches it', async ({ open, service }) => {
		offer(service);
		service.pages.set('/', covering('right: 0; top: 0; bottom: 0; width: 90px'));
		const page = await open({ init: own() });
		const box = page.locator('feedback-launcher section');
		await box.and(page.locator('.aside')).waitFor();
		await page.getByRole('link', { name: 'Help' }).click();
		await page.keyboard.press('Tab');
		expect(await focused(page)).toBe('Feedback');
		expect(await box.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('auto');
		await page.keyboard.press('Enter');
		await prompt(page).waitFor();
	});

	test('it is not shown beside a modal dialog, or while the app holds prompts', async ({
		open,
		service,
	}) => {
		offer(service);
		service.pages.set('/', `${script}<dialog><button>OK</button></dialog>`);
		const page = await open({ init: own() });
		await button(page).waitFor();
		await page.evaluate(() => document.querySelector('dialog')!.showModal());
		await button(page).waitFor({ state: 'hidden' });
		await page.evaluate(() => document.querySelector('dialog')!.close());
		await button(page).waitFor();
		await page.evaluate(() => window.Feedback!.hold());
		await button(page).waitFor({ state: 'hidden' });
		await page.evaluate(() => window.Feedback!.resume());
		await button(page).waitFor();
	});

	test('it is hidden while any prompt is open, and returns however that closes', async ({
		open,
		service,
	}) => {
		service.script = ({ body }) =>
			body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
		const page = await open({ init: own() });
		await button(page).waitFor();
		await report(page, 'one');
		await button(page).waitFor({ state: 'hidden' });
		await page.evaluate(() => window.Feedback!.close());
		await button(page).waitFor();
		await page.evaluate(() => window.Feedback!.stop());
		await page.locator('feedback-launcher').waitFor({ state: 'detached' });
		await start(page, own());
		await button(page).waitFor();
	});

	test('it is put back by a page that replaces its content', async ({ open, service }) => {
		offer(service);
		const page = await open({ init: own() });
		await button(page).waitFor();
		await page.evaluate(() => document.querySelector('feedback-launcher')!.remove());
		await button(page).waitFor();
	});
});

test('under the strictest policy it works, and reports no violation', async ({ open, service }) => {
	offer(service);
	const policy = [
		"default-src 'none'",
		"script-src 'self'",
		"connect-src 'self'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join('; ');
	service.pages.set(
		'/',
		`<meta http-equiv="Content-Security-Policy" content="${policy}">${script}<h1>App</h1>`,
	);
	const page = await open({ init: false });
	const problems: string[] = [];
	page.on('console', (line) => {
		if (line.type() === 'error') problems.push(line.text());
	});
	await start(page, own());
	await button(page).click();
	await prompt(page).waitFor();
	expect(problems).toEqual([]);
});

test('a phone has targets of 44 pixels, inside the window', async ({ browser, service }) => {
	offer(service);
	service.pages.set('/', `<meta name="viewport" content="width=device-width">${script}`);
	const context = await browser.newContext({
		viewport: { width: 360, height: 640 },
		isMobile: true,
		hasTouch: true,
	});
	const page = await context.newPage();
	await page.goto(`${service.url}/`);
	await start(page, own());
	for (const target of [button(page), hide(page)]) {
		const { x, y, width, height } = (await target.boundingBox())!;
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
		expect([x >= 0, y >= 0, x + width <= 360, y + height <= 640]).not.toContain(false);
	}
	await context.close();
});
