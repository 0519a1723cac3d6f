import type { Client } from '@feedback/client';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { listSites, signInByApi } from './program.ts';
import { isFocused, tabTo } from './keyboard.ts';
import { findAxeViolations, getHorizontalOverflow } from './accessibility.ts';
import { openPage, openEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Storage } from './reusable-pages.ts';

let environment: Environment;
let person: Client;
let site: string;
let signedIn: Storage;
beforeAll(async () => {
	environment = await openEnvironment();
	signedIn = await storeSignIn(environment.stack);
	person = await signInByApi(environment.stack);
	[site] = (await listSites(person)) as [string];
});
afterAll(() => environment?.close());

async function openSettings(
	name: string,
	options: Parameters<typeof openPage>[1] = {},
	button = 'Save',
) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto(`/sites/${site}/settings/${name}`);
	await opened.page.getByRole('button', { name: button }).first().waitFor();
	return opened;
}

describe('settings', () => {
	it('of origins show errors, suggest corrections and report changes', thorough, async () => {
		const { page, close, consoleErrors } = await openSettings('origins');
		const field = page.getByLabel('Origins, one per line');
		await page.getByText('If the list is empty, every page can use the site ID.').waitFor();
		await field.fill('app.example.com/start\nhttps://www.example.com');
		await page.getByText('Fix the marked fields first.').waitFor();
		await page.getByRole('button', { name: 'Use https://app.example.com' }).click();
		await page.getByRole('button', { name: 'Save' }).click();
		await page
			.getByText('Origins: any → https://app.example.com, https://www.example.com')
			.waitFor();
		const { origins } = await person.getSettings({ site });
		expect(origins).toEqual(['https://app.example.com', 'https://www.example.com']);
		await field.fill('');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('→ any').waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('that someone else has changed are not overwritten silently', async () => {
		const { page, close } = await openSettings('limits');
		await page.getByLabel('Days between two prompts').fill('5');
		await person.updateSettings({ site, limits: { cooldown_days: 2 } });
		await page.getByRole('button', { name: 'Save' }).click();
		const conflict = page
			.getByRole('alert')
			.filter({ hasText: 'Someone else saved these settings' });
		await conflict.getByText('2 days between prompts').waitFor();
		expect((await person.getSettings({ site })).limits.cooldown_days).toBe(2);
		await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
		await page.getByText('2 days between prompts → 5 days between prompts').waitFor();
		await person.updateSettings({ site, limits: { cooldown_days: 0 } });
		await close();
	});

	it('do not replace an emptied number by the default', thorough, async () => {
		const { page, close } = await openSettings('limits');
		await page.getByLabel('Days between two prompts').fill('');
		await page.getByText('Fix the marked fields first.').waitFor();
		await page.getByText('must be a number').waitFor();
		expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
		await close();
	});

	it('that someone else saves at the same time are not overwritten', thorough, async () => {
		await person.updateSettings({ site, limits: { cooldown_days: 0 } });
		const { page, close } = await openSettings('limits');
		await page.getByLabel('Days between two prompts').fill('6');
		// The other save happens after the page has read the settings.
		const address = `${environment.stack.apiUrl}/manage/sites/${site}/settings`;
		let first = true;
		await page.route(address, async (route) => {
			if (first && route.request().method() === 'PATCH') {
				first = false;
				await person.updateSettings({ site, limits: { cooldown_days: 4 } });
			}
			await route.continue();
		});
		await page.getByRole('button', { name: 'Save' }).click();
		const conflict = page
			.getByRole('alert')
			.filter({ hasText: 'Someone else saved these settings' });
		await conflict.getByText('4 days between prompts').waitFor();
		await conflict.getByText(environment.stack.demo.email).waitFor();
		expect(await page.getByLabel('Days between two prompts').inputValue()).toBe('6');
		expect((await person.getSettings({ site })).limits.cooldown_days).toBe(4);
		await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
		await page.getByText('4 days between prompts → 6 days between prompts').waitFor();
		await person.updateSettings({ site, limits: { cooldown_days: 0 } });
		await close();
	});

	it('that two people save at once require a choice, also by keyboard', thorough, async () => {
		const [one, other] = [await openSettings('capture'), await openSettings('capture')];
		await one.page.getByLabel('Detect bots').uncheck();
		await one.page.getByRole('button', { name: 'Save' }).click();
		await one.page.getByText('Bots: detected → counted as visitors').waitFor();
		const choice = other.page.getByLabel('Registered names only');
		await choice.focus();
		await other.page.keyboard.press('Space');
		await other.page.keyboard.press('Enter');
		const conflict = other.page
			.getByRole('alert')
			.filter({ hasText: 'Someone else saved these settings' });
		await conflict.getByText('Bots: counted as visitors').waitFor();
		expect(await findAxeViolations(other.page)).toEqual([]);
		expect(await person.getSettings({ site })).toMatchObject({
			capture: 'all',
			detect_bots: false,
		});
		await conflict.getByRole('button', { name: 'Use theirs' }).focus();
		await other.page.keyboard.press('Enter');
		await conflict.waitFor({ state: 'detached' });
		expect(await choice.isChecked()).toBe(false);
		expect(await other.page.getByLabel('Detect bots').isChecked()).toBe(false);
		// Loading the other values ends the conflict.
		await choice.check();
		await other.page.getByRole('button', { name: 'Save' }).click();
		await other.page.getByText('Event capture: all events → registered names only').waitFor();
		await person.updateSettings({ site, capture: 'all', detect_bots: true });
		await one.close();
		await other.close();
	});

	it('on different pages do not conflict', thorough, async () => {
		const { page, close } = await openSettings('limits');
		await page.getByLabel('Days between two prompts').fill('3');
		await person.updateSettings({ site, time_zone: 'Asia/Tokyo' });
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('→ 3 days between prompts').waitFor();
		expect(await person.getSettings({ site })).toMatchObject({
			time_zone: 'Asia/Tokyo',
			limits: { cooldown_days: 3 },
		});
		await person.updateSettings({ site, time_zone: 'UTC', limits: { cooldown_days: 0 } });
		await close();
	});

	it('that are unsaved survive switching pages, and leaving asks for confirmation', async () => {
		const { page, close } = await openSettings('capture');
		await page.getByLabel('Registered names only').check();
		const nav = page.getByRole('navigation', { name: 'Settings' });
		await nav.getByRole('link', { name: 'Limits', exact: true }).click();
		await nav.getByRole('link', { name: /Event capture.*unsaved/ }).click();
		expect(await page.getByLabel('Registered names only').isChecked()).toBe(true);
		await page.getByRole('link', { name: 'Overview' }).click();
		const question = page.getByRole('dialog', { name: 'Leave without saving?' });
		await question.getByRole('button', { name: 'Leave without saving' }).click();
		await page.waitForURL('**/overview');
		expect((await person.getSettings({ site })).capture).toBe('all');
		await close();
	});

	it('of proof keys show a secret once, and rotate', async () => {
		const { page, close, consoleErrors } = await openSettings('proof-keys');
		await page.getByRole('button', { name: 'Create key' }).click();
		await page.getByRole('heading', { name: /^Key .+ created$/ }).waitFor();
		const code = await page.getByLabel('The key, as environment variables').textContent();
		expect(code).toMatch(/FEEDBACK_PROOF_SECRET=[\w-]{43}$/);
		await page.getByRole('button', { name: 'Done' }).click();
		await page.getByRole('button', { name: 'Create replacement key' }).click();
		await page.getByText('verifies only', { exact: true }).waitFor();
		const { items } = await person.listProofKeys({ site });
		expect(items.map(({ status }) => status)).toEqual(['active', 'verify_only']);
		const older = items[1]!.kid;
		await page.getByRole('button', { name: `Remove ${older}` }).click();
		await page.getByRole('button', { name: 'Remove key' }).click();
		await page.getByText('verifies only', { exact: true }).waitFor({ state: 'detached' });
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('of site keys show a key once, and revoke it', thorough, async () => {
		const { page, context, consoleErrors } = await openSettings('site-keys', {}, 'Create key');
		await page.getByLabel('Name').fill('Shop');
		await page.getByRole('button', { name: 'Create key' }).click();
		await page.getByRole('heading', { name: 'Key “Shop” created' }).waitFor();
		const code = await page.getByLabel('The key, as an environment variable').textContent();
		expect(code).toMatch(/^FEEDBACK_SITE_KEY=fbs_[\w-]{43}$/);
		await fetch(`${environment.stack.apiUrl}/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${code!.split('=')[1]}`, origin: 'https://app.example' },
		});
		await page.getByRole('button', { name: 'Done' }).click();
		await page.getByText('active', { exact: true }).waitFor();
		await page.reload();
		await page.getByText('Replace it: visitors may have read it.').waitFor();
		await page.getByRole('button', { name: 'Revoke Shop' }).click();
		await page.getByRole('button', { name: 'Revoke key' }).click();
		await page.getByText('revoked', { exact: true }).waitFor();
		await page.getByText('A web page of https://app.example sent this key').waitFor();
		expect(await page.getByText('Replace it').count()).toBe(0);
		const { items } = await person.listSiteKeys({ site });
		expect(items).toMatchObject([{ name: 'Shop', last_used_at: null }]);
		expect(consoleErrors).toEqual([]);
		await context.close();
	});

	it('of the feedback button show it at once, and report changes', thorough, async () => {
		const { page, close, consoleErrors } = await openSettings('launcher');
		await page.getByLabel('Show a button on every page').check();
		const { items } = await person.listPrompts({ site });
		const { survey_id } = items.find(({ state }) => state === 'published')!;
		await page.getByLabel('Prompt', { exact: true }).selectOption(survey_id);
		const preview = page.getByRole('region', { name: 'Preview' });
		await preview.getByRole('button', { name: 'Feedback', exact: true }).waitFor();
		await page.getByLabel('Label', { exact: true }).fill('Ideas');
		await preview.getByRole('button', { name: 'Ideas', exact: true }).waitFor();
		await page.getByRole('combobox', { name: 'Add a language' }).fill('de');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByLabel('German', { exact: true }).fill('Ideen');
		await preview.getByLabel('Language of the preview').selectOption('de');
		await preview.getByRole('button', { name: 'Ideen', exact: true }).waitFor();
		await page.getByLabel('Position').selectOption('inline');
		expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
		await page.getByLabel('CSS selector of the element').fill('#help');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText(`Feedback button: none → opens ${survey_id}, in #help`).waitFor();
		expect((await person.getSettings({ site })).launcher).toEqual({
			survey_id,
			position: 'inline',
			target: '#help',
			label: 'Ideas',
			translations: { de: 'Ideen' },
		});
		expect(await findAxeViolations(page)).toEqual([]);
		await person.updateSettings({ site, launcher: null });
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('of the feedback button are saved by keyboard, and a refused field gets the focus', async () => {
		const { page, close } = await openSettings('launcher');
		// Without the list of prompts, the survey ID is typed.
		await page.route(/\/prompts\?/, (route) => route.abort());
		await page.reload();
		const press = async (target: Locator, key: string) => {
			await tabTo(page, target);
			await page.keyboard.press(key);
		};
		await press(page.getByLabel('Show a button on every page'), 'Space');
		const survey = page.getByLabel('Survey ID of the prompt');
		await survey.focus();
		await page.keyboard.type('no-such-prompt');
		const label = page.getByLabel('Label', { exact: true });
		await tabTo(page, label);
		await page.keyboard.type('Ideas');
		const add = page.getByRole('combobox', { name: 'Add a language' });
		await tabTo(page, add);
		await page.keyboard.type('German');
		await page.keyboard.press('Enter');
		const german = page.getByLabel('German', { exact: true });
		await expect.poll(() => isFocused(german)).toBe(true);
		await page.keyboard.type('Ideen');
		const save = page.getByRole('button', { name: 'Save' });
		await press(save, 'Enter');
		await page.getByText('The site has no prompt with the survey ID "no-such-prompt".').waitFor();
		await expect.poll(() => isFocused(survey)).toBe(true);
		expect(await label.inputValue()).toBe('Ideas');
		await survey.fill('quick-poll');
		await press(save, 'Enter');
		const result = page.getByRole('status').filter({ hasText: 'Saved.' });
		await result.getByText('opens quick-poll, right, “Ideas”, translated to German').waitFor();
		await expect.poll(() => isFocused(result)).toBe(true);
		await page.getByRole('button', { name: 'Remove German' }).press('Enter');
		await expect.poll(() => isFocused(page.getByText('Label in other languages'))).toBe(true);
		await press(page.getByRole('button', { name: 'Discard' }), 'Enter');
		await expect.poll(() => isFocused(page.getByLabel('Show a button'))).toBe(true);
		expect(await german.inputValue()).toBe('Ideen');
		await person.updateSettings({ site, launcher: null });
		await close();
	});

	it('of the feedback button show all of a long label, and a bad selector, before saving', async () => {
		const { page, close } = await openSettings('launcher');
		await page.getByLabel('Show a button on every page').check();
		await page
			.getByLabel('Label', { exact: true })
			.fill('Questions, ideas and problems, all of them');
		await page.getByText('must have at most 40 characters').waitFor();
		await page.getByLabel('Label', { exact: true }).fill('Questions, ideas and problems');
		const preview = page.getByRole('region', { name: 'Preview' });
		const frame = preview.locator('[data-preview]');
		const inside = async (button: Locator) => {
			const [whole, part] = [await frame.boundingBox(), await button.boundingBox()];
			return part!.y >= whole!.y && part!.y + part!.height <= whole!.y + whole!.height;
		};
		for (const position of ['right', 'left', 'bottom_right']) {
			await page.getByLabel('Position').selectOption(position);
			await preview.locator(`.${position}`).getByRole('button').first().waitFor();
			for (const button of await preview.locator('feedback-launcher button').all()) {
				expect(await inside(button), position).toBe(true);
			}
		}
		await page.getByLabel('Position').selectOption('inline');
		await preview.locator('feedback-launcher .inline').waitFor();
		await page.getByLabel('CSS selector of the element').fill('##help');
		await page.getByText('must be a CSS selector such as "#help"').waitFor();
		await close();
	});

	it('show on a phone that they were saved', async () => {
		const { page, close } = await openSettings('launcher', {
			viewport: { width: 390, height: 844 },
		});
		await page.getByLabel('Show a button on every page').check();
		await page.getByLabel('Label', { exact: true }).fill('Ideas');
		await page.keyboard.press('Enter');
		const result = page.getByRole('status').filter({ hasText: 'Saved.' });
		await result.waitFor();
		const isUncovered = () =>
			result.evaluate((element) => {
				const { left, bottom } = element.getBoundingClientRect();
				return element.contains(document.elementFromPoint(left + 2, bottom - 4));
			});
		await expect.poll(isUncovered).toBe(true);
		await person.updateSettings({ site, launcher: null });
		await close();
	});

	it('show on a phone which of them are unsaved', async () => {
		const { page, close } = await openSettings('launcher', {
			viewport: { width: 390, height: 844 },
		});
		await page.getByLabel('Show a button on every page').check();
		const tab = page.getByRole('link', { name: /^Feedback button.*unsaved/ });
		const dot = (await tab.locator('.bg-warn').boundingBox())!;
		expect(dot.x + dot.width).toBeLessThan(390);
		await close();
	});

	it('of the appearance update the preview, and warn of low contrast', thorough, async () => {
		const { page, close, consoleErrors } = await openSettings('appearance');
		const submit = page.locator('[data-preview]').getByRole('button', { name: 'Next' });
		const colour = () => submit.evaluate((button) => getComputedStyle(button).backgroundColor);
		await submit.waitFor();
		await expect.poll(colour).toBe('rgb(79, 70, 229)');
		await page.getByLabel('Colour as text').fill('#facc15');
		await page.getByText(/^Hard to see on the light background/).waitFor();
		await expect.poll(colour).toBe('rgb(250, 204, 21)');
		await page.getByLabel('Colour as text').fill('yellow');
		await page.getByText('must be a colour such as').waitFor();
		await page.getByLabel('Colour as text').fill('#8a2be2');
		await page.getByText('Top left', { exact: true }).click();
		await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Appearance: default →').waitFor();
		expect((await person.getSettings({ site })).appearance).toEqual({
			accent: '#8a2be2',
			position: 'top_left',
			theme: 'dark',
		});
		await page.getByRole('button', { name: 'Reset to defaults' }).click();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('→ default').waitFor();
		expect((await person.getSettings({ site })).appearance).toEqual({});
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('of retention show what is allowed, and are saved by keyboard', thorough, async () => {
		const { page, close, consoleErrors } = await openSettings('retention');
		const days = page.getByLabel('Days to keep events');
		expect(await days.inputValue()).toBe('30');
		await days.fill('3');
		await page.getByText('Fix the marked fields first.').waitFor();
		expect(await days.getAttribute('aria-invalid')).toBe('true');
		await days.fill('14');
		await page.keyboard.press('Enter');
		await page
			.getByText('Retention: events 30 days, visitors 90 days → events 14 days, visitors 90 days')
			.waitFor();
		expect((await person.getSettings({ site })).retention).toEqual({
			event_days: 14,
			visitor_days: 90,
		});
		expect(await findAxeViolations(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('of rate limits are saved on a phone in the dark', thorough, async () => {
		const { page, close, consoleErrors } = await openSettings('rate-limits', {
			viewport: { width: 360, height: 740 },
			colorScheme: 'dark',
		});
		await page.getByLabel('One network address: requests per second').fill('60');
		await page.getByLabel('One network address: requests in a burst').fill('9');
		await page.getByText('Fix the marked fields first.').waitFor();
		await page.getByLabel('One network address: requests in a burst').fill('300');
		expect(await getHorizontalOverflow(page)).toBe(0);
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('→ all visitors').waitFor();
		expect((await person.getSettings({ site })).rate_limits).toMatchObject({
			address: { per_second: 60, burst: 300 },
			subject: { per_second: 5, burst: 50 },
		});
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('pause every prompt of the site after confirming', async () => {
		const { page, close, consoleErrors } = await openSettings('general');
		const { items } = await person.listPrompts({ site, state: 'published' });
		expect(items.length).toBeGreaterThan(1);
		const stop = page.getByRole('button', { name: 'Pause all prompts of this site' });
		await stop.focus();
		await page.keyboard.press('Enter');
		await page.getByText('Visitors will see no prompts. Continue?').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		// The focus is on the confirming button; the other one cancels.
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await stop.waitFor();
		expect((await person.listPrompts({ site, state: 'published' })).items).toHaveLength(
			items.length,
		);
		await stop.click();
		await page.getByRole('button', { name: 'Pause now' }).click();
		await page.getByText(`${items.length} prompts paused.`).waitFor();
		expect((await person.listPrompts({ site, state: 'published' })).items).toEqual([]);
		expect((await person.listPrompts({ site, state: 'paused' })).items).toHaveLength(items.length);
		await page.getByRole('button', { name: 'Pause all prompts of this site' }).click();
		await page.getByRole('button', { name: 'Pause now' }).click();
		await page.getByText('There were no published prompts.').waitFor();
		for (const { id } of items) await person.resumePrompt({ site, prompt: id });
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('create a debug token', async () => {
		const general = await openSettings('general');
		await general.page.getByRole('button', { name: 'Create debug token' }).click();
		const code = general.page.getByLabel('SDK configuration with the token');
		expect(await code.textContent()).toMatch(/debugToken: '[\w.-]{20,}'/);
		expect(general.consoleErrors).toEqual([]);
		await general.close();
	});
});
