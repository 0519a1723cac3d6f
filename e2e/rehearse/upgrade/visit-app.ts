import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

import type { PromptInput } from '@feedback/contract';
import type { Page } from 'playwright';

import { findFreePort } from '../../../server/ports/ports.ts';

const questions: PromptInput['questions'] = [
	{ id: 'ease', type: 'rating', title: 'How easy was it?', style: 'stars' },
];

/** Prompts for each way in which the SDK requests a prompt. */
export const prompts: PromptInput[] = [
	{
		survey_id: 'after-export',
		name: 'After an export',
		questions,
		trigger: { events: ['report.exported'] },
		limits: { show: 'always' },
	},
	{
		survey_id: 'delayed',
		name: 'A second later',
		questions,
		trigger: { events: ['report.opened'] },
		timing: { delay_seconds: 1 },
		limits: { show: 'always' },
	},
	{ survey_id: 'asked', name: 'On request', questions, limits: { show: 'always' } },
];

export type App = { url: string; stop(): void };

/** Serves a page that loads the SDK from the files of a package. */
export async function serveApp(sdkFolder: string): Promise<App> {
	const app = createServer((request, response) => {
		const { pathname } = new URL(request.url!, 'http://app');
		if (pathname === '/') {
			response.setHeader('content-type', 'text/html');
			response.end(
				'<!doctype html><html lang="en"><title>App</title><script src="/feedback.js"></script>',
			);
			return;
		}
		readFile(join(sdkFolder, basename(pathname))).then(
			(file) => {
				response.setHeader('content-type', 'text/javascript');
				response.end(file);
			},
			() => {
				response.statusCode = 404;
				response.end();
			},
		);
	});
	const port = await findFreePort();
	await new Promise<void>((resolve) => app.listen(port, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${port}/`, stop: () => void app.close() };
}

type Service = { siteId: string; apiUrl: string };

/** Identifies the visitor, reports events, requests a prompt in each way, answers or closes it, and signs out. */
export async function visitApp(page: Page, app: App, service: Service): Promise<void> {
	await page.goto(app.url);
	await page.evaluate(async (options) => {
		window.Feedback!.init(options);
		await window.Feedback!.ready();
		window.Feedback!.identify('ada', { plan: 'pro', seats: 3 });
		await window.Feedback!.event('nothing.asked', { format: 'pdf', pages: 4 });
		await window.Feedback!.event('report.exported');
	}, service);
	await answer(page);
	await page.evaluate(() => void window.Feedback!.event('report.opened'));
	await page.getByText('How easy was it?').waitFor();
	await page.getByRole('button', { name: 'Close' }).click();
	await page.getByText('How easy was it?').waitFor({ state: 'detached' });
	await page.evaluate(() => void window.Feedback!.show('asked'));
	await answer(page);
	await settle(page, 'identify', () =>
		page.evaluate(() => void window.Feedback!.identify('ada', { plan: 'team' })),
	);
	await settle(page, 'reset', () => page.evaluate(() => window.Feedback!.reset()));
}

/** Opens the app with a preview token, and reports the event that shows the prompt. */
export async function previewPrompt(
	page: Page,
	app: App,
	{ token, ...service }: Service & { token: string },
): Promise<void> {
	// A page is reloaded only if the URL differs.
	await page.goto('about:blank');
	await page.goto(`${app.url}#feedback_preview=${token}`);
	await page.evaluate((options) => {
		window.Feedback!.init(options);
		void window.Feedback!.event('report.exported');
	}, service);
	await page.getByText('How easy was it?').waitFor();
}

async function answer(page: Page): Promise<void> {
	await page.getByText('How easy was it?').waitFor();
	await page.getByRole('radio').nth(3).click({ force: true });
	await settle(page, 'answer', async () => {
		await page.getByRole('button', { name: 'Send' }).click();
		await page.getByText('Thank you').first().waitFor();
		await page.getByRole('button', { name: 'Close' }).click();
	});
	await page.getByText('Thank you').first().waitFor({ state: 'detached' });
}

/** Waits for the response to the request that an action causes. */
async function settle(page: Page, route: string, act: () => Promise<unknown>): Promise<void> {
	const answered = page.waitForResponse((response) => response.url().endsWith(`/sdk/${route}`));
	await act();
	await (await answered).finished();
	// The SDK reads the response a moment after the browser has received it.
	await page.evaluate(() => new Promise((read) => setTimeout(read, 200)));
}
