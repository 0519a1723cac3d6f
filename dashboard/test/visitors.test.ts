import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { listSites, signInByApi } from './program.ts';
import { findBarriers, openSignedIn, openStage, overhang } from './stage.ts';
import type { Stage } from './stage.ts';
import { createVisitor } from './visitor.ts';

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
afterAll(() => stage?.close());

it.each([
	['light', { width: 1280, height: 900 }],
	['dark', { width: 390, height: 844 }],
] as const)('a visitor is found, exported and erased (%s, %o)', async (colorScheme, viewport) => {
	const account = `user_${colorScheme}`;
	const visitor = createVisitor(stage.stack, account);
	await visitor.report('report.exported', { format: 'pdf' });
	await visitor.answer('quick-poll', [{ answers: { recommend: 9, why: 'Calm.' }, final: true }]);
	const person = await signInByApi(stage.stack);
	const [site] = (await listSites(person)) as [string];
	const { page, context, complaints } = await openSignedIn(stage, { colorScheme, viewport });

	await page.goto(`/sites/${site}/visitors`);
	await page.getByText('Whom can you find here?').waitFor();
	await page.getByLabel('Account ID or visitor ID').fill(visitor.id);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: account }).waitFor();
	await page.getByRole('region', { name: 'Browser and traits' }).getByText('team').waitFor();
	await page.getByRole('region', { name: 'Events' }).getByText('report.exported').waitFor();
	await page.getByRole('region', { name: 'Prompts shown' }).getByText('unconfirmed').waitFor();
	// What was asked, in the words and the order of the prompt, not the names of its parts.
	const responses = page.getByRole('region', { name: 'Responses' });
	await responses.getByText('How likely are you to recommend Reports?').waitFor();
	expect(await responses.getByRole('term').allTextContents()).toEqual([
		'How likely are you to recommend Reports?',
		'What is the main reason for your score?',
	]);
	expect(await findBarriers(page)).toEqual([]);
	expect(await overhang(page)).toBe(0);

	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export as JSON' }).click();
	const kept = await readFile(await (await downloading).path(), 'utf8');
	expect(JSON.parse(kept)).toMatchObject({
		subjects: [{ account }],
		visitors: [{ id: visitor.id }],
	});

	await page.getByRole('button', { name: 'Erase…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Erase this account?' });
	const erase = dialog.getByRole('button', { name: 'Erase for good' });
	await dialog.getByLabel('Account ID').fill('somebody');
	expect(await erase.isDisabled()).toBe(true);
	expect(await findBarriers(page)).toEqual([]);
	await dialog.getByLabel('Account ID').fill(account);
	await erase.click();
	await page.getByRole('heading', { name: 'Erased, with this receipt' }).waitFor();
	await expect.poll(() => new URL(page.url()).search).toBe('');
	expect(await findBarriers(page)).toEqual([]);

	await page.goto(`/sites/${site}/visitors?account=${account}`);
	await page.getByText('No account with the ID').waitFor();
	// The service answered 404, which the browser's console tells.
	expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
	await context.close();
});
