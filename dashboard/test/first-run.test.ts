import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';

import { thorough } from '../../testing/thorough.ts';
import { findAxeViolations, getHorizontalOverflow, openDialog } from './accessibility.ts';
import { openPage, startEnvironment, readMail } from './environment.ts';
import type { Environment } from './environment.ts';
import { createVisitor } from './visitor.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await startEnvironment();
});
afterAll(() => environment?.close());

let newcomers = 0;

/** Signs in as a new person, with the code of a message. */
async function openAsNewcomer(name: string, options: Parameters<typeof openPage>[1] = {}) {
	// A retried test needs another new person.
	const email = `${name}${++newcomers}@example.com`;
	const opened = await openPage(environment, options);
	const { page } = opened;
	await page.goto('/');
	await page.getByRole('button', { name: 'Send me a link instead' }).click();
	await page.getByLabel('E-mail address').fill(email);
	await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
	await page.getByLabel('Code').waitFor();
	const { code } = await readMail(environment, email);
	await page.getByLabel('Code').fill(code);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'Welcome. Create your first site' }).waitFor();
	return opened;
}

/** Reports an event with the site ID of the snippets on the page. */
async function reportFirst(page: Page) {
	const code = await page.getByLabel(/^Wizard:/).textContent();
	const [siteId] = /site_\w+/.exec(code ?? '')!;
	await createVisitor({ ...environment.stack, siteId }).report('app.opened');
	await page.getByText('First event received').waitFor();
	await page.getByText('app.opened', { exact: true }).waitFor();
}

describe('first run', () => {
	it('guides from nothing to the first event, by mouse', async () => {
		const { page, close, consoleErrors } = await openAsNewcomer('mary');
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByLabel('Workspace name').fill('Mary’s team');
		await page.getByLabel('Site name').fill('Shop');
		await page.getByRole('button', { name: 'Create site' }).click();
		await page.getByRole('heading', { level: 1, name: 'Install the SDK' }).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('tab', { name: 'Script tag' }).click();
		const tag = page.getByLabel(/^Script tag:/);
		expect(await tag.textContent()).toContain(`${environment.stack.apiUrl}/sdk/feedback.js`);
		await page.getByRole('tab', { name: 'Next.js' }).click();
		await page.getByLabel(/^Next.js: In instrumentation-client.ts/).waitFor();
		await page.getByRole('tab', { name: 'Wizard' }).click();
		await page.getByRole('button', { name: 'Send install steps to a developer' }).click();
		const message = page.getByRole('dialog', { name: 'Send install steps to a developer' });
		const link = message.getByRole('link', { name: 'Open in your mail program' });
		const body = new URL((await link.getAttribute('href'))!).searchParams.get('body');
		expect(body).toContain(await page.getByLabel(/^Wizard:/).textContent());
		expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		await page.keyboard.press('Escape');
		const first = page.getByRole('link', { name: 'Create a prompt first' });
		expect(await first.getAttribute('href')).toMatch(/\/prompts\/new$/);
		await reportFirst(page);
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('link', { name: 'Create your first prompt' }).click();
		await page.waitForURL('**/prompts/new');
		// A reload stays on the same step.
		await page.goto('/');
		await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
		const checklist = page.getByRole('region', { name: 'Get to the first response' });
		await checklist.getByText('2 of 7 done').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await checklist.getByRole('button', { name: / done$/ }).click();
		await page.reload();
		await checklist.getByText('2 of 7 done').waitFor();
		expect(await checklist.getByRole('listitem').count()).toBe(0);
		await checklist.getByRole('button', { name: / done$/ }).click();
		await checklist.getByRole('link', { name: 'Choose a template' }).click();
		await page.waitForURL('**/prompts/new');
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('works with the keyboard only', thorough, async () => {
		const { page, close } = await openAsNewcomer('kay');
		const focused = () => page.locator(':focus');
		await page.getByLabel('Workspace name').focus();
		await page.keyboard.type('Kay');
		await page.keyboard.press('Tab');
		await page.keyboard.type('Docs');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Install the SDK' }).waitFor();
		await page.getByRole('tab', { name: 'Wizard' }).focus();
		await page.keyboard.press('ArrowRight');
		expect(await focused().textContent()).toContain('Vite');
		await page.keyboard.press('ArrowLeft');
		await reportFirst(page);
		// Text typed before the palette has loaded is not lost.
		await page.route('**/*.js', async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 500));
			await route.continue();
		});
		await page.keyboard.press('Control+k');
		await page.keyboard.type('overview');
		await page.getByRole('option', { name: 'Overview', selected: true }).waitFor();
		await page.unrouteAll({ behavior: 'wait' });
		expect(await page.getByRole('combobox').inputValue()).toBe('overview');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Docs' }).waitFor();
		// The focus moves to the page, not back to the navigation.
		await expect.poll(() => focused().evaluate((element) => element.tagName)).toBe('H1');
		await page.keyboard.press('?');
		const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		await shortcuts.getByRole('heading', { name: 'In the editor of a prompt' }).waitFor();
		expect(await shortcuts.getByRole('term').allTextContents()).toEqual(
			expect.arrayContaining(['Undo', 'Redo', 'Save a revision']),
		);
		expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		await page.keyboard.press('Escape');
		await shortcuts.waitFor({ state: 'hidden' });
		await page.keyboard.press('g');
		await page.keyboard.press('s');
		await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
		await close();
	});

	it('fits a phone', thorough, async () => {
		const { page, close, consoleErrors } = await openAsNewcomer('phil', {
			viewport: { width: 390, height: 844 },
			colorScheme: 'dark',
		});
		await page.getByLabel('Workspace name').fill('Phil');
		await page.getByLabel('Site name').fill('A rather long name of a site that has to fit');
		await page.getByRole('button', { name: 'Create site' }).click();
		await page.getByRole('heading', { level: 1, name: 'Install the SDK' }).waitFor();
		expect(await getHorizontalOverflow(page)).toBe(0);
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'More' }).click();
		const all = page.getByRole('dialog', { name: 'All pages' });
		expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		await all.getByRole('link', { name: 'Members' }).click();
		await page.getByRole('heading', { level: 1, name: 'Phil' }).waitFor();
		await all.waitFor({ state: 'hidden' });
		expect(await getHorizontalOverflow(page)).toBe(0);
		const link = await page.locator('link[rel="manifest"]').getAttribute('href');
		const manifest = await page.request.get(new URL(link!, page.url()).href);
		expect(manifest.headers()['content-type']).toContain('application/manifest+json');
		const { icons, ...app } = (await manifest.json()) as { icons: { src: string }[] };
		expect(app).toMatchObject({ name: 'Feedback', display: 'standalone' });
		for (const { src } of icons) {
			expect((await page.request.get(new URL(src, manifest.url()).href)).ok()).toBe(true);
		}
		expect(consoleErrors).toEqual([]);
		await close();
	});
});
