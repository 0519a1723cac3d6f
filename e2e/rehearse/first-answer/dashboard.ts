// What a person does in the dashboard.
import type { Browser, Page } from 'playwright';

import { userAgent } from '../../../testing/user-agent.ts';
import { type Approver, openApprover } from '../journeys/approver.ts';
import type { Service } from './service.ts';

/** Waits on a busy machine. */
const timeoutMs = 60_000;

/** Opens a browser's page for one person. */
export async function openBrowserPage(browser: Browser): Promise<Page> {
	const context = await browser.newContext({ userAgent, viewport: { width: 1_280, height: 900 } });
	context.setDefaultTimeout(timeoutMs);
	return context.newPage();
}

/** Signs in as the demo person, by the link that the service printed. */
export async function signInToDemo(browser: Browser, service: Service): Promise<Approver> {
	const page = await openBrowserPage(browser);
	const { signInUrl: demoUrl, dashboardUrl } = service;
	return openApprover(page.context(), { demoUrl, dashboardUrl });
}

/** Opens a page of the site by the navigation. */
export async function openSection(page: Page, name: string): Promise<void> {
	await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
}

/** Publishes the draft that is open in the editor. */
export async function publishOpenDraft(page: Page): Promise<void> {
	await page.waitForURL('**/edit');
	await page.getByRole('button', { name: 'Publish…' }).click();
	await page.getByRole('button', { name: /^Publish revision \d+$/ }).click();
	await page.getByText('published', { exact: true }).first().waitFor();
}

/** Reads an answer in the list of responses. */
export async function readAnswer(page: Page, text: string): Promise<void> {
	await openSection(page, 'Responses');
	await page.getByRole('main').getByText(text).first().waitFor();
}

/**
 * Allows what commands ask for, by the addresses that they print: the sign-in with access to a site, and each approval.
 */
export function approveAll(approver: Approver, site: string): (output: string) => Promise<void> {
	const seen = new Set<string>();
	/** Whether this was not decided yet. */
	const isNew = (id: string) => !seen.has(id) && Boolean(seen.add(id));
	return async (output) => {
		for (const [, address = ''] of output.matchAll(/(http\S+\/oauth\/authorize\?\S+)\s/g)) {
			if (isNew(address)) await approver.authorize(address, site);
		}
		for (const [, code = ''] of output.matchAll(/\b([A-Z]{4}-[A-Z]{4})\b\s/g)) {
			if (isNew(code)) await approver.letMachineIn(code, site);
		}
		for (const [, address = ''] of output.matchAll(/Approve it here: (http\S+)\s/g)) {
			if (isNew(address)) await approver.approve(address);
		}
	};
}
