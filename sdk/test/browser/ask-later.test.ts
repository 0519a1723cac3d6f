import { expect } from 'vitest';

import { answerEvents, displayPrompt } from './answers.ts';
import { readNotices, report, site, test } from './fixture.ts';

test('what the visitor postpones is reported with its delay', async ({ open, service }) => {
	const ask_later = { label: 'Ask me later', choices: [{ days: 7, label: 'In 1 week' }] };
	const decision = displayPrompt({ ask_later });
	service.script = ({ body }) => (body.decide ? { body: answerEvents(body, decision) } : undefined);
	const page = await open();
	expect(await report(page, 'report.exported')).toBe(true);
	await page.getByRole('button', { name: 'Ask me later' }).click();
	await page.getByRole('button', { name: 'In 1 week' }).click();
	const states = () => service.to('display').map(({ state }) => state);
	await expect.poll(states).toEqual(['displayed', 'postponed']);
	const { id, secret } = decision.display;
	expect(service.to('display')[1]).toEqual({
		site,
		display: id,
		secret,
		state: 'postponed',
		days: 7,
	});
	expect(await readNotices(page)).toEqual(['displayed', 'reason:displayed', 'postponed']);
});
