import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { demoWithVisits } from '../../../server/demo/demo.ts';
import { launchChromium } from '../../../testing/launch-chromium.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import { thorough } from '../../../testing/thorough.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

let stack: Stack;
let browser: Browser;

beforeAll(async () => {
	stack = await startTestStack({ parts: ['example'], demo: demoWithVisits });
	browser = await launchChromium();
});
afterAll(async () => {
	await browser?.close();
	await stack?.stop();
});

async function openApp(options: BrowserContextOptions = {}) {
	const context = await browser.newContext({ userAgent, baseURL: stack.exampleUrl!, ...options });
	const page = await context.newPage();
	const warnings: string[] = [];
	page.on('pageerror', (error) => warnings.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') warnings.push(message.text());
	});
	await page.goto('/');
	await page.getByRole('button', { name: 'Sign in' }).waitFor();
	return { page, context, warnings };
}

async function signInAs(page: Page, name: string): Promise<void> {
	const option = page.getByLabel('Account to sign in with').locator('option', { hasText: name });
	await page.getByLabel('Account to sign in with').selectOption(await option.getAttribute('value'));
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

const question = (page: Page, title: string) => page.getByRole('heading', { name: title });
const logged = (page: Page, text: string) =>
	page.getByRole('log').getByRole('listitem').filter({ hasText: text });

describe('the example app', thorough, () => {
	it('asks after an export, once, and logs every step', async () => {
		const { page, context, warnings } = await openApp();
		await signInAs(page, 'Ada');
		await logged(page, "Feedback.identify('user_ada', { plan: 'free' })").waitFor();

		await page.getByRole('button', { name: 'Export report' }).click();
		await question(page, 'How easy was it to export your report?').waitFor();
		const call = logged(page, "Feedback.event('report.exported', { format: 'pdf' })");
		await call.first().getByText('true', { exact: true }).waitFor();
		await logged(page, 'export-experience')
			.getByText('displayed', { exact: true })
			.first()
			.waitFor();

		await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
		await page.getByRole('button', { name: 'Next' }).click();
		await page.getByRole('textbox', { name: 'What could we do better?' }).fill('Faster, please.');
		await page.getByRole('button', { name: 'Send' }).click();
		await logged(page, 'answered').getByText('"ease":4').waitFor();

		await page.getByRole('button', { name: 'Export report' }).click();
		await expect.poll(() => call.count()).toBe(2);
		await call.first().getByText('false', { exact: true }).waitFor();
		await logged(page, 'export-experience')
			.getByText(/seen_limit|answered/)
			.first()
			.waitFor();
		expect(warnings).toEqual([]);
		await context.close();
	});

	it('asks a user who upgrades to the Pro plan, after three seconds', async () => {
		const { page, context } = await openApp();
		await signInAs(page, 'Grace');
		await page.getByRole('button', { name: 'Change to the pro plan' }).click();
		await question(page, 'What made you choose the Pro plan?').waitFor();
		await logged(page, 'upgrade-reason').getByText('waiting').first().waitFor();
		await context.close();
	});

	it('finds reports, and asks after a search', async () => {
		const { page, context } = await openApp();
		await page.getByRole('searchbox').fill('churn');
		await page.keyboard.press('Enter');
		await logged(page, "Feedback.event('search.completed', { results: 1 })").waitFor();
		expect(await page.locator('#reports li').allTextContents()).toEqual(['ChurnSeptember4 pages']);
		await question(page, 'Did you find what you were looking for?').waitFor();
		await context.close();
	});

	it('opens the quick poll on demand, and closes it at sign-out', async () => {
		const { page, context } = await openApp();
		await signInAs(page, 'New user');
		await page.getByRole('button', { name: 'Open the quick poll' }).click();
		const poll = question(page, 'How likely are you to recommend Reports?');
		await poll.waitFor();
		await page.getByRole('button', { name: 'Sign out' }).click();
		await poll.waitFor({ state: 'detached' });
		await logged(page, 'Feedback.reset()').waitFor();
		await context.close();
	});

	it('asks about a payment that the backend reports, while the page is idle', async () => {
		const { page, context, warnings } = await openApp();
		await signInAs(page, 'New user');
		await page.getByRole('button', { name: 'Pay an invoice' }).click();
		await logged(page, 'POST /api/payments').getByText('waiting', { exact: true }).waitFor();
		await question(page, 'Was your last invoice easy to understand?').waitFor();
		expect(warnings).toEqual([]);
		await context.close();
	});

	it('asks about a payment of the account that was reported before it signed in', async () => {
		const { page, context } = await openApp();
		await signInAs(page, 'Alan');
		await question(page, 'Was your last invoice easy to understand?').waitFor();
		await context.close();
	});

	it('stays signed in after a reload', async () => {
		const { page, context } = await openApp();
		await signInAs(page, 'Alan');
		await page.reload();
		await page.getByText('Alan is on the pro plan.').waitFor();
		await logged(page, "Feedback.identify('user_alan', { plan: 'pro' })").waitFor();
		await context.close();
	});

	it.each([
		['light', { width: 1280, height: 900 }],
		['dark', { width: 390, height: 844 }],
	] as const)('is accessible (%s, %o)', async (colorScheme, viewport) => {
		const { page, context } = await openApp({ colorScheme, viewport });
		await signInAs(page, 'New user');
		await page.getByRole('button', { name: 'Export report' }).click();
		await question(page, 'How easy was it to export your report?').waitFor();
		await logged(page, 'displayed').first().waitFor();
		const violations = await page.evaluate(`${axe}; axe.run().then(({ violations }) =>
			violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
		expect(violations).toEqual([]);
		const overhang = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		expect(overhang).toBe(0);
		await context.close();
	});
});
