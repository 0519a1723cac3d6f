import { describe, expect } from 'vitest';

import { answerEvents, displayPrompt } from './answers.ts';
import { readNotices, report, site, test } from './fixture.ts';

describe('close and stop', () => {
	test('close removes an open prompt', async ({ open, service }) => {
		service.script = ({ body }) =>
			body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
		const page = await open();
		expect(await report(page, 'one')).toBe(true);
		await page.evaluate(() => window.Feedback!.close());
		// It leaves with a transition.
		await expect.poll(() => page.getByRole('radio').count()).toBe(0);
		expect(await report(page, 'two')).toBe(true);
	});

	test('stop ends everything until init', async ({ open, service }) => {
		service.script = ({ body }) =>
			body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
		const page = await open();
		expect(await report(page, 'one')).toBe(true);
		// Confirmed after the first frame; nothing is sent any more after the end.
		await expect.poll(() => service.to('display').length).toBe(1);
		await page.evaluate(() => window.Feedback!.stop());
		// It leaves with a transition.
		await expect.poll(() => page.getByRole('radio').count()).toBe(0);
		const before = service.requests.length;
		await page.evaluate(() => window.Feedback!.identify('user_42'));
		expect(await report(page, 'two')).toBe(false);
		expect(service.requests.length).toBe(before);
		expect((await readNotices(page)).at(-1)).toBe('error:not_initialized');
		await page.evaluate((siteId) => window.Feedback!.init({ siteId }), site);
		expect(await report(page, 'three')).toBe(true);
	});
});
