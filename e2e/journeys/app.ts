// An app on its own origin, which loads the SDK from the service like any customer's page.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { BrowserContext, Page } from 'playwright';

import type { FeedbackNotification } from '../../sdk/src/notification.ts';

type Notice = { type: string; reason?: string; error?: { code: string } };

declare global {
	interface Window {
		notices: FeedbackNotification[];
	}
}

type App = { url: string; stop(): Promise<void> };

/** Serves the app: any path is a page that loads the SDK. */
export async function startApp(apiUrl: string): Promise<App> {
	const page = `<!doctype html><meta charset="utf-8"><title>Reports</title>
		<script src="${apiUrl}/sdk/feedback.js"></script><h1>Reports</h1>`;
	const server = createServer((_, response) => {
		response.writeHead(200, { 'content-type': 'text/html' }).end(page);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

/** A tab of the app with the SDK started. */
export async function openTab(context: BrowserContext, url: string, siteId: string): Promise<Page> {
	const page = await context.newPage();
	await visit(page, url, siteId);
	return page;
}

/** Opens a page of the app and starts the SDK there. */
export async function visit(page: Page, url: string, siteId: string): Promise<void> {
	await page.goto(url);
	await page.evaluate((site) => {
		window.notices = [];
		window.Feedback!.on((notice) => window.notices.push(notice));
		window.Feedback!.init({ siteId: site });
	}, siteId);
}

/** Reads the notifications that listeners received, such as `displayed`, `reason:seen_limit`, `error:network`. */
export function readNotices(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		(window.notices as Notice[]).map(({ type, reason, error }) =>
			[type, reason ?? error?.code].filter(Boolean).join(':'),
		),
	);
}

export function report(page: Page, name: string, properties?: Record<string, string>) {
	return page.evaluate(([event, values]) => window.Feedback!.event(event, values), [
		name,
		properties,
	] as const);
}

export function readVisitor(page: Page): Promise<string> {
	return page.evaluate(() => window.Feedback!.visitorId()!);
}
