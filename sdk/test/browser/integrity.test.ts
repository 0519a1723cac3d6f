// A page that sets `integrity` for the script thereby also verifies all files that the script loads.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { scriptStub } from '@feedback/contract/script-tag';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import type { Integrity } from '../../integrity.ts';
import { builtSdk } from '../built-sdk.ts';
import { answerEvents, displayPrompt } from './answers.ts';
import { readNotices, report, start, test } from './fixture.ts';
import type { Service } from './service.ts';

const integrity = JSON.parse(readFileSync(join(builtSdk, 'integrity.json'), 'utf8')) as Integrity;
const hash = integrity['feedback.js']!;
const files = Object.keys(integrity);
const ui = files.find((file) => /^feedback-ui-[\w-]{8}\.js$/.test(file))!;
const mode = files.find((file) => file.startsWith('feedback-preview-'))!;

/** A page on another origin than the script. */
function addPage(service: Service, pin: string, more = ''): void {
	const elsewhere = service.url.replace('127.0.0.1', 'localhost');
	service.pages.set(
		'/pinned',
		`${more}<script nonce="once">${scriptStub}</script>
		<script async nonce="once" src="${elsewhere}/sdk/feedback.js" ${pin} crossorigin></script>`,
	);
	service.script = ({ body }) =>
		body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
}

/** Whether the SDK has loaded and replaced the inline script. */
const hasSdk = (page: Page) => page.evaluate(() => !('replay' in window.Feedback!));
const pinned = `integrity="${hash}"`;

describe('integrity.json', () => {
	test('names every file of the script-tag build', () => {
		const built = readdirSync(builtSdk).filter((file) => /^feedback[.-].*js$/.test(file));
		expect(files).toEqual(built.sort());
	});
});

describe('a page that sets integrity for the script', () => {
	test('shows prompts repeatedly', async ({ open, service }) => {
		addPage(service, pinned);
		const page = await open({ path: '/pinned' });
		for (let time = 1; time <= 2; time++) {
			expect(await report(page, 'one')).toBe(true);
			await page.getByRole('button', { name: 'Close' }).click();
			await page.getByRole('radio').first().waitFor({ state: 'detached' });
		}
		expect(service.files.filter((file) => file.includes(ui)).length).toBe(1);
		expect(await page.locator('link').count()).toBe(0);
	});

	// Without 'strict-dynamic', the policy must also list the service, for the files that are imported.
	test.for([
		`script-src 'nonce-once' 'strict-dynamic'; require-trusted-types-for 'script'`,
		`script-src 'nonce-once' localhost:*; style-src 'none'`,
	])('shows its prompts under the policy %s', async (policy, { open, service }) => {
		addPage(service, pinned, `<meta http-equiv="content-security-policy" content="${policy}">`);
		const page = await open({ path: '/pinned' });
		expect(await report(page, 'one')).toBe(true);
		await page.getByRole('button', { name: 'Close' }).waitFor();
	});

	test('blocks another script', async ({ open, service }) => {
		addPage(service, pinned);
		service.tampered.add('/sdk/feedback.js');
		const page = await open({ path: '/pinned' });
		expect(await hasSdk(page)).toBe(false);
		expect(await report(page, 'one')).toBe(false);
		expect(await readNotices(page)).toEqual(['error:network']);
		expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
	});

	test('blocks another prompt UI, while the event is recorded as usual', async ({
		open,
		service,
	}) => {
		addPage(service, pinned);
		service.tampered.add(`/sdk/${ui}`);
		const page = await open({ path: '/pinned' });
		for (let time = 1; time <= 2; time++) expect(await report(page, 'one')).toBe(false);
		expect(await readNotices(page)).toEqual([
			'error:ui_failed',
			'reason:blocked',
			'error:ui_failed',
			'reason:blocked',
		]);
		expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
		expect(service.eventIds().size).toBe(2);
		await expect.poll(() => service.to('display').length).toBe(2);
		expect(service.to('display')[0]).toMatchObject({ state: 'released', reason: 'blocked' });
	});

	test('shows the preview, and blocks another preview file', async ({ open, service }) => {
		addPage(service, pinned);
		const address = '/pinned#feedback_preview=token';
		const page = await open({ path: address });
		await page.getByRole('region', { name: 'Preview' }).waitFor();
		service.tampered.add(`/sdk/${mode}`);
		const other = await open({ path: address });
		expect(await report(other, 'one')).toBe(false);
		expect(await readNotices(other)).toEqual(['error:network']);
		expect(await other.evaluate(() => 'tampered' in window)).toBe(false);
		expect(service.eventIds().size).toBe(0);
	});
});

test('a page without integrity checks nothing', async ({ open, service }) => {
	addPage(service, '');
	service.tampered.add(`/sdk/${ui}`);
	const page = await open({ path: '/pinned', init: false });
	await start(page);
	expect(await report(page, 'one')).toBe(true);
	expect(await page.evaluate(() => 'tampered' in window)).toBe(true);
});
