// Plays the person who approves programs' requests in the dashboard.
import { mkdirSync } from 'node:fs';

import type { BrowserContext, Page } from 'playwright';

import type { Stack } from '../../../server/stack/start-stack.ts';

export type Approver = {
	page: Page;
	/** Allows the program that opened this address to access these sites. */
	authorize(address: string, ...sites: string[]): Promise<void>;
	/**
	 * Allows the editor that opened this address to access these sites; resolves to the URL to which the browser is
	 * redirected.
	 */
	authorizeEditor(address: string, ...sites: string[]): Promise<URL>;
	/** Enters a machine's code and allows its sign-in. */
	letMachineIn(code: string, ...sites: string[]): Promise<void>;
	/** Opens a request and approves it as suggested; resolves to the page's message about it. */
	approve(address: string): Promise<string>;
	deny(address: string): Promise<void>;
	/** Signs out the latest program; does not wait for the result. */
	signOut(): Promise<void>;
};

/** Signs in as the demo person in a separate browser. */
export async function openApprover(
	context: BrowserContext,
	stack: Pick<Stack, 'demoUrl' | 'dashboardUrl'>,
): Promise<Approver> {
	const page = await context.newPage();
	await page.goto(stack.demoUrl!);
	await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
	await page.waitForURL('**/overview');
	const choose = async (sites: string[]) => {
		for (const site of sites) await page.getByRole('checkbox', { name: site, exact: true }).check();
	};
	return {
		page,
		async authorize(address, ...sites) {
			await page.goto(address);
			await page.getByRole('heading', { name: 'Connect Feedback command?' }).waitFor();
			await choose(sites);
			await keepPicture(page, 'consent');
			await page.getByRole('button', { name: 'Connect' }).click();
			await page.getByText('You are signed in. You can close this window.').waitFor();
		},
		async authorizeEditor(address, ...sites) {
			await page.goto(address);
			await page.getByRole('heading', { name: 'Connect Editor?' }).waitFor();
			await choose(sites);
			await keepPicture(page, 'editor');
			// The editor's own page does not exist: only the URL of the redirect matters.
			const leaving = page.waitForRequest((request) => request.url().includes('/callback?'));
			await page.getByRole('button', { name: 'Connect' }).click();
			return new URL((await leaving).url());
		},
		async letMachineIn(code, ...sites) {
			await page.goto(`${stack.dashboardUrl}/device`);
			await page.getByLabel('Code').fill(code.toLowerCase());
			await page.getByRole('button', { name: 'Continue' }).click();
			await choose(sites);
			await keepPicture(page, 'device');
			await page.getByRole('button', { name: 'The codes match: connect' }).click();
			await page.getByText('Device connected').waitFor();
		},
		async approve(address) {
			await page.goto(address);
			const button = page.getByRole('button', { name: /^Approve/ });
			await button.and(page.locator(':enabled')).waitFor();
			const combination = page.getByLabel('Allow publishing although responses may have been read');
			if ((await combination.count()) > 0) await combination.check();
			const text = await page.getByRole('main').innerText();
			await keepPicture(page, `approve-${new URL(address).pathname.slice(-6)}`);
			await button.click();
			await page.getByText('Approved', { exact: true }).waitFor();
			return text;
		},
		async deny(address) {
			await page.goto(address);
			await page.getByRole('button', { name: 'Deny…' }).click();
			await page.getByRole('button', { name: 'Deny', exact: true }).click();
			await page.getByText('Denied', { exact: true }).waitFor();
		},
		async signOut() {
			await page.goto(`${stack.dashboardUrl}/connections`);
			await page
				.getByRole('main')
				.getByRole('button', { name: /^Sign out/ })
				.first()
				.click();
			await page.getByRole('button', { name: 'Sign out now' }).click();
		},
	};
}

/** Saves a screenshot when SCREENSHOTS names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
	const folder = process.env['SCREENSHOTS'];
	if (!folder) return;
	mkdirSync(folder, { recursive: true });
	await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
