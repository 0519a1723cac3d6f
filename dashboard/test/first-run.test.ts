import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';

import { findBarriers, openPage, openStage, overhang, readMail } from './stage.ts';
import type { Stage } from './stage.ts';
import { createVisitor } from './visitor.ts';

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
afterAll(() => stage?.close());

let newcomers = 0;

/** Somebody new, who signs in by the code of a message. */
async function openAsNewcomer(name: string, options: Parameters<typeof openPage>[1] = {}) {
	// A test that is tried again needs somebody new again.
	const email = `${name}${++newcomers}@example.com`;
	const opened = await openPage(stage, options);
	const { page } = opened;
	await page.goto('/');
	await page.getByRole('button', { name: 'Send me a link instead' }).click();
	await page.getByLabel('E-mail address').fill(email);
	await page.getByRole('button', { name: 'Send me a link' }).click();
	await page.getByLabel('Code').waitFor();
	const { code } = await readMail(stage, email);
	await page.getByLabel('Code').fill(code);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'Welcome. Create your first site' }).waitFor();
	return opened;
}

/** Reports an event of the site whose snippets the page shows. */
async function reportFirst(page: Page) {
	const code = await page.getByLabel(/^Wizard:/).textContent();
	const [siteId] = /site_\w+/.exec(code ?? '')!;
	await createVisitor({ ...stage.stack, siteId }).report('app.opened');
	await page.getByText('The first event is here').waitFor();
	await page.getByText('app.opened', { exact: true }).waitFor();
}

describe('first run', () => {
	it('leads from nothing to the first event, by mouse', async () => {
		const { page, context, complaints } = await openAsNewcomer('mary');
		expect(await findBarriers(page)).toEqual([]);
		await page.getByLabel('Name of the workspace').fill('Mary’s team');
		await page.getByLabel('Name of the site').fill('Shop');
		await page.getByRole('button', { name: 'Create it' }).click();
		await page.getByRole('heading', { level: 1, name: 'Put it into your app' }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await page.getByRole('tab', { name: 'Script tag' }).click();
		const tag = page.getByLabel(/^Script tag:/);
		expect(await tag.textContent()).toContain(`${stage.stack.apiUrl}/sdk/feedback.js`);
		await page.getByRole('tab', { name: 'Next.js' }).click();
		await page.getByLabel(/^Next.js: In instrumentation-client.ts/).waitFor();
		await page.getByRole('tab', { name: 'Wizard' }).click();
		await reportFirst(page);
		expect(await findBarriers(page)).toEqual([]);
		await page.getByRole('link', { name: 'Create your first prompt' }).click();
		await page.waitForURL('**/prompts/new');
		// Whoever comes back is where they were.
		await page.goto('/');
		await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
		expect(complaints).toEqual([]);
		await context.close();
	});

	it('goes by keyboard alone', async () => {
		const { page, context } = await openAsNewcomer('kay');
		const focused = () => page.locator(':focus');
		await page.getByLabel('Name of the workspace').focus();
		await page.keyboard.type('Kay');
		await page.keyboard.press('Tab');
		await page.keyboard.type('Docs');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Put it into your app' }).waitFor();
		await page.getByRole('tab', { name: 'Wizard' }).focus();
		await page.keyboard.press('ArrowRight');
		expect(await focused().textContent()).toContain('Vite');
		await page.keyboard.press('ArrowLeft');
		await reportFirst(page);
		// What is typed before the palette has arrived is not lost.
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
		// Reading goes on at the page, not in the navigation again.
		await expect.poll(() => focused().evaluate((element) => element.tagName)).toBe('H1');
		await page.keyboard.press('?');
		await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await page.keyboard.press('Escape');
		await page.keyboard.press('g');
		await page.keyboard.press('s');
		await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
		await context.close();
	});

	it('fits a phone', async () => {
		const { page, context, complaints } = await openAsNewcomer('phil', {
			viewport: { width: 390, height: 844 },
			colorScheme: 'dark',
		});
		await page.getByLabel('Name of the workspace').fill('Phil');
		await page.getByLabel('Name of the site').fill('A rather long name of a site that has to fit');
		await page.getByRole('button', { name: 'Create it' }).click();
		await page.getByRole('heading', { level: 1, name: 'Put it into your app' }).waitFor();
		expect(await overhang(page)).toBe(0);
		expect(await findBarriers(page)).toEqual([]);
		await page.getByRole('button', { name: 'More' }).click();
		const all = page.getByRole('dialog', { name: 'All pages' });
		expect(await findBarriers(page)).toEqual([]);
		await all.getByRole('link', { name: 'Members' }).click();
		await page.getByRole('heading', { level: 1, name: 'Phil' }).waitFor();
		await all.waitFor({ state: 'hidden' });
		expect(await overhang(page)).toBe(0);
		expect(complaints).toEqual([]);
		await context.close();
	});
});
