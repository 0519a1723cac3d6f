// A revision on the real page, opened with a token from the dashboard.
import type { PreviewResponse, PreviewRequest } from '@feedback/contract/wire';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import { displayPrompt, refuse } from './answers.ts';
import { readNotices, report, test } from './fixture.ts';
import type { Service } from './service.ts';

const rules = [
	{ rule: 'event', passed: true, text: 'one of [one]; it is one' },
	{ rule: 'audience', passed: false, text: 'plan is "pro"; it is "<b>free</b>"' },
];
const address = '/#feedback_preview=token';

/** Responds like the service while the token is valid. */
function preview(service: Service, more: Partial<PreviewResponse> = {}): void {
	service.script = ({ route, body }) => {
		if (route !== 'preview') return undefined;
		const { event, survey_id } = body as unknown as PreviewRequest;
		const asked = event?.name === 'one' || survey_id === 'export-experience';
		const { prompt } = displayPrompt({ revision: 4 }).display;
		const shows = { survey_id: 'export-experience', name: 'Export', revision: 4, events: ['one'] };
		const judged = { reason: 'audience', rules: asked ? rules : [rules[1]!] } as const;
		return {
			body: {
				shows,
				...(event || survey_id ? judged : { rules: [] }),
				...(asked && { prompt }),
				...more,
				now: Date.now(),
			},
		};
	};
}

function endToken(service: Service): void {
	service.script = ({ route }) =>
		route === 'preview' ? refuse('forbidden', { field: 'token' }) : undefined;
}

const bar = (page: Page) => page.getByRole('region');
const asked = (service: Service) =>
	(service.to('preview') as unknown as PreviewRequest[]).filter(
		({ event, survey_id }) => event ?? survey_id,
	);
const others = (service: Service) =>
	service.requests.map(({ route }) => route).filter((route) => route !== 'preview');

/** Reads the data that the device would still have after this page. */
const readStored = (page: Page) =>
	page.evaluate(() => Object.entries({ ...localStorage }).map((entry) => entry.join('=')));

describe('a page opened with a token', () => {
	test('removes only the token from the address, and stores it for the tab', async ({
		open,
		service,
	}) => {
		preview(service);
		const page = await open({ path: '/app?x=1#/reports&feedback_preview=token' });
		expect(page.url()).toBe(`${service.url}/app?x=1#/reports`);
		await page.getByRole('heading', { name: 'Preview of “Export”, revision 4' }).waitFor();
		await page.getByText('Waiting for one.').waitFor();
		expect(service.to('preview')[0]).toMatchObject({ token: 'token' });
		await page.goto(`${service.url}/next`);
		await page.evaluate(() => window.Feedback!.init({ siteId: 'site_test000000' }));
		await page.getByRole('heading', { name: 'Preview of “Export”, revision 4' }).waitFor();
	});

	test('shows the prompt though rules fail, lists them as text, and sends nothing else', async ({
		open,
		service,
	}) => {
		preview(service);
		const page = await open({ path: address });
		const before = await readStored(page);
		expect(await report(page, 'one', { format: 'pdf' })).toBe(true);
		await bar(page).getByText('one: visitors would not see it, 1 of 2 rules fail.').waitFor();
		expect(await bar(page).getByRole('listitem').allTextContents()).toEqual([
			'passed: event: one of [one]; it is one',
			'failed: audience: plan is "pro"; it is "<b>free</b>"',
		]);
		await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
		await page.getByRole('button', { name: 'Next' }).click();
		await page.getByRole('textbox').fill('Because.');
		await page.getByRole('button', { name: 'Send' }).click();
		await expect
			.poll(() => readNotices(page))
			.toEqual(['displayed', 'reason:displayed', 'answered']);
		expect(asked(service)[0]!.event).toMatchObject({ name: 'one', properties: { format: 'pdf' } });
		expect(others(service)).toEqual([]);
		expect(await readStored(page)).toEqual(before);
	});

	test('decides show(), and explains how other events relate', async ({ open, service }) => {
		preview(service);
		const page = await open({ path: address });
		expect(await report(page, 'two')).toBe(false);
		await bar(page).getByText('two does not display this prompt.').waitFor();
		expect(await page.evaluate(() => window.Feedback!.show('export-experience'))).toBe(true);
		await bar(page).getByText('show(): visitors would not see it').waitFor();
		expect(asked(service)[1]).toMatchObject({ survey_id: 'export-experience' });
		expect(await report(page, 'two')).toBe(false);
		// Earlier explanations stay visible.
		expect(await bar(page).getByRole('listitem').count()).toBe(2);
	});

	test('uses the identity that the app passes to identify, until reset', async ({
		open,
		service,
	}) => {
		preview(service);
		const page = await open({ path: address });
		await page.evaluate(() => {
			window.Feedback!.identify('user_1', { plan: 'pro' });
			window.Feedback!.identify('user_1', { seats: 3 });
		});
		await report(page, 'two');
		await report(page, 'two');
		const expected = { account: 'user_1', traits: { plan: 'pro', seats: 3 } };
		expect(asked(service).map(({ identify }) => identify)).toEqual([expected, expected]);
		await page.evaluate(() => window.Feedback!.reset());
		await report(page, 'two');
		expect(asked(service)[2]!.identify).toBeUndefined();
		expect(asked(service)[2]!.visitor).not.toBe(asked(service)[0]!.visitor);
		expect(others(service)).toEqual([]);
	});

	test('does not send queued messages of an earlier page', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await open();
		expect(await report(page, 'earlier')).toBe(false);
		preview(service);
		await page.goto(`${service.url}/two${address}`);
		await page.evaluate(() => window.Feedback!.init({ siteId: 'site_test000000' }));
		await bar(page).waitFor();
		await report(page, 'two');
		expect((await readStored(page)).join()).toContain('earlier');
		const reloaded = page.waitForEvent('load');
		await page.getByRole('button', { name: 'Leave preview' }).click();
		await reloaded;
		expect(await bar(page).count()).toBe(0);
		service.requests.length = 0;
		await page.evaluate(() => window.Feedback!.init({ siteId: 'site_test000000' }));
		await expect.poll(() => service.eventIds().size).toBe(1);
	});
});

describe('a token that has expired', () => {
	test('is reported, and the page works as for every visitor', async ({ open, service }) => {
		endToken(service);
		const page = await open({ path: address });
		await page.getByRole('heading', { name: 'The preview is over' }).waitFor();
		expect(await report(page, 'one')).toBe(false);
		expect(service.eventIds().size).toBe(1);
		await page.getByRole('button', { name: 'Close' }).click();
		expect(await bar(page).count()).toBe(0);
		expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('token');
	});

	test('may expire on the page: the event is recorded with the identity', async ({
		open,
		service,
	}) => {
		preview(service);
		const page = await open({ path: address });
		await page.evaluate(() => window.Feedback!.identify('user_1'));
		await report(page, 'two');
		endToken(service);
		await report(page, 'three');
		expect(service.to('events')).toMatchObject([
			{ events: [{ name: 'three' }], decide: true, identify: { account: 'user_1' } },
		]);
		await report(page, 'four');
		expect(service.eventIds().size).toBe(2);
	});
});

test('without a token, no code of the preview mode is loaded', async ({ open, service }) => {
	const page = await open();
	await report(page, 'one');
	expect(service.files.filter((file) => file.includes('preview'))).toEqual([]);
	expect(await bar(page).count()).toBe(0);
});

test('the bar works under the strictest policy, above a modal dialog', async ({
	open,
	service,
}) => {
	preview(service);
	const policy = `default-src 'none'; connect-src 'self'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`;
	service.pages.set(
		'/strict',
		`<meta http-equiv="content-security-policy" content="${policy}"><script src="/sdk/feedback.js"></script><dialog id="d">Modal</dialog>`,
	);
	const page = await open({ path: '/strict#feedback_preview=token' });
	await bar(page).waitFor();
	await page.evaluate(() => document.querySelector('dialog')!.showModal());
	await expect
		.poll(() => page.evaluate(() => !!document.querySelector('dialog feedback-preview-bar')))
		.toBe(true);
	await page.getByRole('button', { name: 'Leave preview' }).click();
	await expect.poll(() => bar(page).count()).toBe(0);
});
