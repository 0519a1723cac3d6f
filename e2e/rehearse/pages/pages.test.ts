// Every page of the dashboard on a phone and a desktop, in both themes: accessible, not too wide and without errors.
// Takes a screenshot of each for people to browse.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findAxeViolations, getHorizontalOverflow } from '../../../dashboard/test/accessibility.ts';
import { openPage, startEnvironment, storeSignIn } from '../../../dashboard/test/environment.ts';
import type { OwnEnvironment, Opened } from '../../../dashboard/test/environment.ts';
import { startModel, type ModelServer } from '../../../dashboard/test/model-server.ts';
import type { Storage } from '../../../dashboard/test/reusable-pages.ts';
import { listPages, routes } from './list-pages.ts';
import type { VisitedPage } from './list-pages.ts';
import { formatResults, PictureBook } from './picture-book.ts';
import type { PageResult, Size } from './picture-book.ts';

const folder = process.env['FEEDBACK_PAGES'] ?? join(tmpdir(), 'feedback-pages');
const devices = {
	phone: {
		viewport: { width: 360, height: 740 },
		deviceScaleFactor: 2,
		isMobile: true,
		hasTouch: true,
	},
	desktop: { viewport: { width: 1280, height: 900 } },
} as const;
const sizes = Object.keys(devices) as Size[];
const themes = ['light', 'dark'] as const;

let environment: OwnEnvironment;
let model: ModelServer;
let signedIn: Storage;
let pages: VisitedPage[];
const book = new PictureBook(folder);
const opened = new Map<string, Opened>();

beforeAll(async () => {
	model = await startModel();
	environment = await startEnvironment({
		environment: {
			...model.environment,
			// A program requests a webhook on this machine.
			FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1',
			FEEDBACK_SLACK_CLIENT_ID: '1234.5678',
			FEEDBACK_SLACK_CLIENT_SECRET: 'secret',
		},
	});
	pages = await listPages(environment);
	signedIn = await storeSignIn(environment.stack);
});
afterAll(async () => {
	console.log(`\n${formatResults(book.results)}\n\nScreenshots: ${book.write()}`);
	await environment?.close();
	await model?.close();
});

/** A browser of this size, signed in or not. */
async function open(size: Size, isPublic: boolean): Promise<Opened> {
	const key = `${size} ${isPublic}`;
	const found = opened.get(key);
	if (found) return found;
	const storageState = isPublic ? { cookies: [], origins: [] } : signedIn;
	const made = await openPage(environment, { storageState, ...devices[size] });
	// The browser logs violations of our content security policy even if the script handles them.
	await made.page.addInitScript(() => {
		addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
			console.error(`${violatedDirective} refuses ${blockedURI}`),
		);
	});
	opened.set(key, made);
	return made;
}

async function waitUntilLoaded(page: Page): Promise<void> {
	await page.locator('main h1').first().waitFor({ state: 'attached' });
	await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
	await page.waitForLoadState('networkidle');
}

describe.each(routes.filter((route) => route !== '/'))('%s', (route) => {
	it('is accessible, fits, has a title and one heading, and logs no error', async () => {
		const own = pages.filter((page) => page.route === route);
		expect(own.length).toBeGreaterThan(0);
		for (const { name, url, isPublic = false } of own) {
			const title = name ? `${route} (${name})` : route;
			const result: PageResult = {
				title,
				overflow: 0,
				violations: [],
				consoleErrors: [],
				pictures: [],
			};
			book.results.push(result);
			for (const size of sizes) {
				const { page, consoleErrors } = await open(size, isPublic);
				// An address that differs only in its fragment does not reload the page.
				await page.goto('about:blank');
				consoleErrors.length = 0;
				await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
				await page.goto(url);
				await waitUntilLoaded(page);
				await expect.poll(() => page.title(), { message: title }).toMatch(/.+ · Feedback$/);
				expect(await page.locator('main h1').count(), title).toBe(1);
				for (const theme of themes) {
					await page.emulateMedia({ colorScheme: theme });
					const image = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 80 });
					const file = book.put(`${title} ${size} ${theme}`, image);
					result.pictures.push({ size, theme, file });
					const violations = await findAxeViolations(page);
					result.violations.push(...violations.map((one) => `${size}, ${theme}: ${one}`));
				}
				if (size === 'phone') result.overflow = await getHorizontalOverflow(page);
				result.consoleErrors.push(...consoleErrors);
			}
		}
		const faulty = book.results.filter(({ title }) => title.split(' (')[0] === route);
		expect(faulty.filter(({ overflow }) => overflow > 0).map(({ title }) => title)).toEqual([]);
		expect(faulty.flatMap(({ violations }) => violations)).toEqual([]);
		expect(faulty.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
	});
});
