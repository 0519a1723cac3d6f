import type { Browser, BrowserContext, Page } from 'playwright';
import { test as base } from 'vitest';

import { launchShell } from '../../../testing/launch-chromium.ts';
import type { FeedbackSdk } from '../../src/feedback.ts';
import type { FeedbackNotification } from '../../src/notification.ts';
import { builtSdk } from '../built-sdk.ts';
import { type Service, startService } from './service.ts';

declare global {
	interface Window {
		Feedback?: FeedbackSdk;
		/** Notifications that listeners received since `open`. */
		notices: FeedbackNotification[];
	}
}

type Fixture = {
	browser: Browser;
	service: Service;
	context: BrowserContext;
	/** A page of the app with the SDK, initialized unless `init` is false. */
	open: (options?: { init?: false | Record<string, unknown>; path?: string }) => Promise<Page>;
};

export const site = 'site_test000000';

export const test = base
	.extend('browser', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
		const browser = await launchShell();
		onCleanup(() => browser.close());
		return browser;
	})
	.extend('service', async ({}, { onCleanup }): Promise<Service> => {
		const service = await startService(builtSdk);
		onCleanup(() => service.close());
		return service;
	})
	.extend('context', async ({ browser }, { onCleanup }): Promise<BrowserContext> => {
		const context = await browser.newContext();
		context.setDefaultTimeout(10_000);
		onCleanup(() => context.close());
		return context;
	})
	.extend('open', async ({ context, service }): Promise<Fixture['open']> => {
		return async ({ init = {}, path = '/' } = {}) => {
			const page = await context.newPage();
			await page.goto(service.url + path);
			if (init) await start(page, init);
			return page;
		};
	});

/** Calls `init` on a page, and collects what listeners receive. */
export async function start(page: Page, options: Record<string, unknown> = {}): Promise<void> {
	await page.evaluate(
		([siteId, more]) => {
			window.notices = [];
			window.Feedback!.on((notice) => window.notices.push(notice));
			window.Feedback!.init({ siteId, ...more });
		},
		[site, options] as const,
	);
}

/** Codes and types of notifications, in order: `error:network`, `displayed`, `reason:audience`. */
export function readNotices(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		window.notices.map((notice) => {
			if (notice.type === 'error') return `error:${notice.error.code}`;
			return notice.type === 'reason' ? `reason:${notice.reason}` : notice.type;
		}),
	);
}

/** Reports an event on the page. */
export function report(page: Page, name: string, properties?: Record<string, unknown>) {
	return page.evaluate(([event, values]) => window.Feedback!.event(event, values as never), [
		name,
		properties,
	] as const);
}

/** Answers the rating on the page and continues to the next question. */
export async function rate(page: Page, score: number): Promise<void> {
	await page.getByRole('radio', { name: `${score} of 5` }).check({ force: true });
	await page.getByRole('button', { name: 'Next' }).click();
}
