// What the SDK sends with answers: nothing unless the site wants it.
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import type { AnswerContextKind } from '@feedback/contract/wire';

import { answerEvents, displayPrompt } from './answers.ts';
import { rate, report, start, test } from './fixture.ts';
import type { Service } from './service.ts';

/** Responses name what the site wants, and display a prompt for the event `ask`. */
function want(service: Service, ...context: AnswerContextKind[]): void {
	service.script = ({ route, body }) => {
		const page = context.length > 0 ? { context } : undefined;
		if (route === 'identify') return { body: { identity: 'reported', page, now: Date.now() } };
		if (!body.decide) return undefined;
		const asks = body.events[0]?.name === 'ask';
		const decision = asks ? displayPrompt() : { reason: 'no_prompt' as const };
		return { body: { ...answerEvents(body, decision), page } };
	};
}

async function answer(page: Page, service: Service): Promise<unknown> {
	const before = service.to('answer').length;
	await report(page, 'ask');
	await rate(page, 4);
	await expect.poll(() => service.to('answer').length).toBeGreaterThan(before);
	return service.to('answer')[before]!.context;
}

const everything = ['referrer', 'utm', 'viewport', 'app_version'] as const;
const campaign = '/?utm_source=letter&utm_campaign=Fr%C3%BChling&token=secret';

describe('with an answer', () => {
	test('nothing is sent, and nothing is kept, unless the site wants it', async ({
		open,
		service,
	}) => {
		want(service);
		const page = await open({ path: campaign, init: { appVersion: '7' } });
		expect(await answer(page, service)).toBeUndefined();
		const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
		expect(kept).not.toMatch(/letter|context|source/);
		expect(service.files.filter((file) => file.includes('-context-'))).toEqual([]);
	});

	test('the app’s version, the window and the address that was opened are sent', async ({
		open,
		service,
	}) => {
		want(service, ...everything);
		const page = await open({ path: campaign, init: { appVersion: '7' } });
		await page.setViewportSize({ width: 390, height: 844 });
		await page.evaluate(() => history.pushState(null, '', '/reports?utm_source=other'));
		expect(await answer(page, service)).toEqual({
			utm_source: 'letter',
			utm_campaign: 'Frühling',
			viewport_width: 390,
			viewport_height: 844,
			app_version: '7',
		});
	});

	test('only what the site wants is sent', async ({ open, service }) => {
		want(service, 'viewport');
		const page = await open({ path: campaign, init: { appVersion: '7' } });
		await page.setViewportSize({ width: 800, height: 600 });
		expect(await answer(page, service)).toEqual({ viewport_width: 800, viewport_height: 600 });
	});

	test('a later page of the session still knows where it came from', async ({
		context,
		open,
		service,
	}) => {
		want(service, 'referrer', 'utm');
		const page = await open({ init: false });
		const elsewhere = 'https://news.example.com/secret?token=1';
		await context.route(elsewhere, (route) =>
			route.fulfill({
				contentType: 'text/html',
				headers: { 'referrer-policy': 'unsafe-url' },
				body: `<a href="${service.url}${campaign}">Open the app</a>`,
			}),
		);
		await page.goto(elsewhere);
		await page.getByRole('link').click();
		await page.waitForURL(/utm_source/);
		await start(page);
		await report(page, 'opened');
		const source = { referrer: 'news.example.com', utm_source: 'letter', utm_campaign: 'Frühling' };
		await expect
			.poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
			.toContain('letter');
		await page.goto(`${service.url}/reports`);
		await start(page);
		expect(await answer(page, service)).toEqual(source);
	});

	test('a site that no longer wants it gets nothing', async ({ open, service }) => {
		want(service, ...everything);
		const page = await open({ path: campaign });
		await report(page, 'opened');
		await expect
			.poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
			.toContain('letter');
		want(service);
		expect(await answer(page, service)).toBeUndefined();
		expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('letter');
	});
});
