import { describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import {
	findAxeViolations,
	findFaults,
	getHorizontalOverflow,
	setLook,
	usualLooks,
	openDialog,
} from './accessibility.ts';
import { head, holds, section, useEditors, useReports } from './editors.ts';

const editors = useEditors();
const { openEditor } = editors;
useReports(editors);

describe('a warning', () => {
	it('appears beside its field, updated as the person types', async () => {
		const question = (id: string, more = {}) => ({
			id,
			type: 'yes_no' as const,
			title: id,
			...more,
		});
		const taken = { when: { op: 'answered' as const }, go: 'end' };
		const dead = { when: { op: 'is' as const, value: true }, go: 'end' };
		const { page, close, consoleErrors } = await openEditor(['sampling'], {
			questions: [question('first', { branches: [taken, dead] }), question('last')],
			sampling: { rate: 0 },
		});
		const sampling = section(page, 'sampling');
		const warning = sampling.getByText('is 0: nobody sees the prompt');
		await warning.waitFor();
		const share = sampling.getByLabel('Share in percent, 0 to 100');
		const described = page.locator(`[id="${await share.getAttribute('aria-describedby')}"]`);
		expect((await described.textContent())?.trim()).toBe(await warning.textContent());
		await page.getByRole('button', { name: '2 warnings' }).click();
		const list = page.getByRole('dialog', { name: 'Warnings' });
		await list.getByText('sampling.rate').waitFor();
		await list.getByRole('button', { name: 'questions.0.branches.1' }).click();
		await page
			.locator('[data-path="questions.0.branches.1"]')
			.getByText('is never taken')
			.waitFor();
		expect(await findFaults(page)).toEqual([]);
		await share.fill('50');
		await page.getByRole('button', { name: '1 warning' }).waitFor();
		expect(await sampling.getByText('nobody sees the prompt').count()).toBe(0);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the audience', () => {
	it('is built with the keyboard alone, and reads as a sentence', thorough, async () => {
		const { page, close, stored, consoleErrors } = await openEditor(['audience']);
		const audience = section(page, 'audience');
		await head(page, 'audience').getByText('Everyone.').waitFor();
		await audience.getByRole('button', { name: 'Trait', exact: true }).press('Enter');
		// The focus is on the first empty field of the new condition: typing must not choose another subject.
		await page.keyboard.type('pla');
		await page.getByRole('option', { name: /^plan/ }).waitFor();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await audience.getByLabel('Comparison').selectOption('one_of');
		const values = audience.getByRole('combobox', { name: 'Add to Values' });
		await values.focus();
		await page.keyboard.type('pro,team');
		await page.keyboard.press('Enter');
		await holds(() => stored('audience')).toEqual({
			trait: 'plan',
			op: 'one_of',
			value: ['pro', 'team'],
		});
		await head(page, 'audience').getByText('The trait “plan” is one of “pro”, “team”.').waitFor();

		await audience.getByRole('button', { name: 'Condition', exact: true }).press('Enter');
		await audience.getByLabel('Subject').nth(1).selectOption('prompt');
		await audience.getByLabel('Survey ID', { exact: true }).fill('quick-poll');
		await audience.getByLabel('Prompt condition').selectOption('not answered');
		const negated = { none: [{ prompt: 'quick-poll', was: 'answered', within_days: 30 }] };
		const plan = { trait: 'plan', op: 'one_of', value: ['pro', 'team'] };
		await holds(() => stored('audience')).toEqual({ all: [plan, negated] });
		await head(page, 'audience')
			.getByText('The prompt “quick-poll” was not answered in the last 30 days.')
			.waitFor();

		const menu = audience.getByRole('button', { name: 'Condition actions' });
		const act = async (at: number, item: string) => {
			await menu.nth(at).press('Enter');
			await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
		};
		await act(0, 'Group with next');
		await holds(() => stored('audience')).toEqual({ all: [{ any: [plan, negated] }] });
		await act(1, 'Move up');
		await holds(() => stored('audience')).toEqual({ all: [{ any: [negated, plan] }] });
		await audience.getByRole('button', { name: 'Group actions' }).press('Enter');
		await page.getByRole('menuitem', { name: 'Ungroup' }).press('Enter');
		await holds(() => stored('audience')).toEqual({ all: [negated, plan] });
		await act(0, 'Remove');
		await act(0, 'Remove');
		await head(page, 'audience').getByText('Everyone.').waitFor();
		await holds(() => stored('audience')).toBeUndefined();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('keeps typed values when the comparison or the subject changes', thorough, async () => {
		const { page, close, stored } = await openEditor(['audience'], {
			audience: { trait: 'seats', op: 'between', value: [5, 50] },
		});
		const audience = section(page, 'audience');
		const comparison = audience.getByLabel('Comparison');
		await comparison.selectOption('exists');
		await holds(() => stored('audience')).toEqual({ trait: 'seats', op: 'exists' });
		await audience.getByLabel('Subject').selectOption('device');
		await audience.getByLabel('Value').selectOption('phone');
		await audience.getByLabel('Subject').selectOption('trait');
		await comparison.selectOption('between');
		expect(await audience.getByLabel('From').inputValue()).toBe('5');
		expect(await audience.getByLabel('To (inclusive)').inputValue()).toBe('50');
		await close();
	});

	it('shows the errors of the contract beside the condition', thorough, async () => {
		const { page, close } = await openEditor(['audience'], {
			audience: { all: [{ identified: true }, { first_seen: 'older_than', days: 14 }] },
		});
		const days = section(page, 'audience').getByLabel(/^Days/);
		await days.fill('400');
		await section(page, 'audience').getByText('Days must be at most 90').waitFor();
		expect(await days.getAttribute('aria-invalid')).toBe('true');
		await days.fill('1x');
		await section(page, 'audience').getByText('Days must be a number').waitFor();
		expect(await days.inputValue()).toBe('1x');
		await close();
	});
});

describe('timing, sampling and frequency', () => {
	it(
		'take times in the site’s zone, shares in percent, and frequency limits',
		thorough,
		async () => {
			await editors.client.updateSettings({
				site: editors.environment.site,
				time_zone: 'Europe/Vienna',
			});
			const opened = await openEditor(['timing', 'sampling', 'frequency']);
			const { page, close, stored, consoleErrors } = opened;
			const timing = section(page, 'timing');
			await timing.getByText('Europe/Vienna').first().waitFor();
			await timing.getByLabel('Start: day').fill('2027-07-01');
			await timing.getByLabel('Start: time').fill('09:30');
			await timing.getByText('Europe/Vienna; 1 Jul 2027, 07:30 UTC').waitFor();
			await timing.getByLabel('Delay after the event', { exact: true }).last().fill('2');
			await timing.getByLabel('Delay after the event: unit').selectOption('minutes');
			await holds(() => stored('timing')).toEqual({
				delay_seconds: 120,
				min_session_seconds: 0,
				starts_at: '2027-07-01T09:30:00+02:00',
			});
			await section(page, 'sampling').getByLabel('Share in percent, 0 to 100').fill('12.5');
			await holds(() => stored('sampling')).toEqual({ rate: 0.125 });
			await head(page, 'sampling').getByText('12.5% of the audience').waitFor();

			const limits = section(page, 'frequency');
			await limits.getByRole('radio', { name: 'Several times' }).check();
			await limits.getByLabel('Times, 1 to 1,000').fill('5');
			await limits.getByLabel('Days until it can be shown again').fill('30');
			await limits.getByLabel('Respect the site’s limits').uncheck();
			await limits.getByLabel('Priority, -100 to 100').fill('200');
			await limits.getByText('must be at most 100').waitFor();
			await limits.getByLabel('Priority, -100 to 100').fill('-7');
			await holds(() => stored('limits')).toEqual({
				show: 'times',
				times: 5,
				again_after_days: 30,
				site_limits: 'ignore',
			});
			await holds(() => stored('priority')).toBe(-7);
			expect(consoleErrors).toEqual([]);
			await close();
			await editors.client.updateSettings({ site: editors.environment.site, time_zone: 'UTC' });
		},
	);
});

describe('the appearance', () => {
	it('warns of low contrast, and requires the container element', thorough, async () => {
		const { page, close, stored, consoleErrors } = await openEditor(['appearance']);
		const appearance = section(page, 'appearance');
		await appearance.getByLabel('Colour as text').fill('#facc15');
		await appearance.getByText(/Hard to see on the light background/).waitFor();
		await appearance.getByLabel('Theme', { exact: true }).last().selectOption('dark');
		await appearance.getByText(/Hard to see/).waitFor({ state: 'detached' });
		await appearance.getByText('Inside the page', { exact: true }).click();
		const container = appearance.getByLabel('CSS selector of the container element');
		await container.focus();
		await container.blur();
		await appearance.getByText('is needed with position: inline').waitFor();
		await container.fill('#here');
		await holds(() => stored('appearance')).toEqual({
			theme: 'dark',
			accent: '#facc15',
			position: 'inline',
			target: '#here',
		});
		await appearance.getByText('Center', { exact: true }).click();
		await holds(() => stored('appearance')).not.toHaveProperty('target');
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the experiment', () => {
	it(
		'has variants with weights and with what differs, which the preview shows',
		thorough,
		async () => {
			const wide = { viewport: { width: 1400, height: 900 } };
			const { page, close, stored, consoleErrors } = await openEditor(['experiment'], {}, wide);
			const experiment = section(page, 'experiment');
			await experiment.getByRole('button', { name: 'Add experiment' }).click();
			const second = experiment.getByRole('group', { name: 'Variant 2', exact: true });
			await second.getByLabel('Weight of variant 2').fill('3');
			await second.getByText('75% of people').waitFor();
			await second.getByLabel('Key of the variant').fill('control');
			await second.getByText('"control" is used by an earlier variant').waitFor();
			await second.getByLabel('Key of the variant').fill('short');
			await head(page, 'experiment').getByText('Variants “control” and “short”.').waitFor();
			await second.getByLabel('Other questions').check();
			await second.getByLabel('Question 1', { exact: true }).last().fill('Easy?');
			await second.getByLabel('Other timing').check();
			await second.getByLabel('Delay after the event', { exact: true }).last().fill('9');
			await second.getByLabel('Other appearance').check();
			await second.getByText('Center', { exact: true }).click();
			await holds(() => stored('experiment')).toMatchObject({
				key: 'experiment-2',
				variants: [
					{ key: 'control', weight: 1 },
					{
						key: 'short',
						weight: 3,
						questions: [{ id: 'ease', title: 'Easy?' }],
						timing: { delay_seconds: 9 },
						appearance: { position: 'center' },
					},
				],
			});
			const preview = page.getByLabel('Preview', { exact: true }).first();
			await preview.getByLabel('Variant of the preview').selectOption('short');
			await preview.getByText('Easy?').waitFor();
			expect(await findAxeViolations(page, { within: '[data-part="experiment"]' })).toEqual([]);
			await experiment.getByRole('button', { name: 'Remove experiment' }).click();
			await head(page, 'experiment').getByText('None: everyone sees the same prompt.').waitFor();
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);
});

describe('the budget', () => {
	it('limits displays and responses in total, and displays per period', thorough, async () => {
		const { page, close, stored, consoleErrors } = await openEditor(['budget']);
		const budget = section(page, 'budget');
		await budget.getByLabel('Displays in total').last().fill('500');
		await budget.getByRole('textbox', { name: 'Responses', exact: true }).fill('600');
		await budget.getByText('must be at most budget.displays, 500').waitFor();
		await budget.getByRole('textbox', { name: 'Responses', exact: true }).fill('80');
		await budget.getByLabel('Limit displays per day, week or month').check();
		await budget.getByLabel('Displays in each period').last().fill('20');
		await budget.getByLabel('Period', { exact: true }).selectOption('week');
		await budget.getByLabel('Spread the displays over the week').check();
		await holds(() => stored('budget')).toEqual({
			displays: 500,
			responses: 80,
			period: { every: 'week', displays: 20, paced: true },
		});
		await head(page, 'budget')
			.getByText(
				'At most 500 displays in total. Until 80 responses are stored. At most 20 displays per week, spread over the week.',
			)
			.waitFor();
		expect(await findAxeViolations(page, { within: '[data-part="budget"]' })).toEqual([]);
		await budget.getByLabel('Displays in total').last().fill('');
		await budget.getByRole('textbox', { name: 'Responses', exact: true }).fill('');
		await budget.getByLabel('Limit displays per day, week or month').uncheck();
		await head(page, 'budget').getByText('None.').waitFor();
		await holds(() => stored('budget')).toBeUndefined();
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the translations', () => {
	it('start from the original texts, right to left where needed', thorough, async () => {
		const { page, close, stored, consoleErrors } = await openEditor(['translations'], {
			thank_you: { title: 'Thank you!' },
		});
		const languages = section(page, 'translations');
		await languages.getByRole('combobox', { name: 'Add a language' }).fill('ar');
		await page.keyboard.press('Enter');
		await languages.getByRole('tab', { name: /Arabic\s+0 of 2/ }).waitFor();
		// The list of other languages does not cover what is below.
		expect(await languages.getByRole('option').count()).toBe(0);
		const title = languages.getByLabel(/How easy was it/);
		expect(await title.getAttribute('dir')).toBe('rtl');
		await title.fill('كم كان ذلك سهلاً؟');
		await languages.getByRole('button', { name: 'Copy missing texts from English' }).click();
		await languages.getByRole('tab', { name: /Arabic\s+2 of 2/ }).waitFor();
		await languages.getByText('1 identical to English').waitFor();
		await languages.getByRole('button', { name: 'Fill from a table' }).click();
		const table = page.getByRole('dialog', { name: /^Fill Arabic/ });
		const pasted = table.getByLabel('Table', { exact: true });
		expect(await pasted.evaluate((field) => field === document.activeElement)).toBe(true);
		await pasted.fill('Thank you!\tشكرا\nThanks\tشكرا');
		await table.getByText('Row 2: no text or translation for “Thanks”.').waitFor();
		expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		await table.getByRole('button', { name: 'Fill 1 text' }).click();
		await holds(() => stored('translations')).toEqual({
			ar: { questions: { ease: { title: 'كم كان ذلك سهلاً؟' } }, thank_you: { title: 'شكرا' } },
		});
		await head(page, 'translations').getByText('English, and Arabic (complete).').waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the buttons', () => {
	it('get labels, which can be translated', thorough, async () => {
		const { page, close, stored, consoleErrors } = await openEditor(['translations']);
		const labels = section(page, 'buttons');
		await labels.getByLabel('Send answers').fill('Submit');
		await holds(() => stored('button_labels')).toEqual({ send: 'Submit' });
		const languages = section(page, 'translations');
		await languages.getByRole('combobox', { name: 'Add a language' }).fill('de');
		await page.keyboard.press('Enter');
		await languages.getByLabel(/Submit/).fill('Abschicken');
		await holds(() => stored('translations')).toEqual({
			de: { questions: {}, button_labels: { send: 'Abschicken' } },
		});
		await labels.getByLabel('Send answers').fill('');
		await holds(() => stored('button_labels')).toBeUndefined();
		expect(await findAxeViolations(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the rules', () => {
	it('are tested on a past event, with a result for each rule', async () => {
		const { page, close, consoleErrors } = await openEditor(['rule-test'], {
			audience: { trait: 'plan', op: 'is', value: 'pro' },
			trigger: {
				events: ['report.exported'],
				where: { property: 'format', op: 'is', value: 'pdf' },
			},
		});
		const why = section(page, 'rule-test');
		const recent = why.getByLabel('Recent events');
		const choice = recent.locator('option', { hasText: 'user_team_1' });
		await choice.waitFor({ state: 'attached' });
		await recent.selectOption((await choice.getAttribute('value'))!);
		await why.getByText("The visitor is not in the prompt's audience.").waitFor();
		await why
			.getByRole('listitem')
			.filter({ hasText: 'Passed:' })
			.filter({ hasText: 'format' })
			.first()
			.waitFor();
		await why
			.getByRole('listitem')
			.filter({ hasText: 'Failed:' })
			.filter({ hasText: 'plan' })
			.first()
			.waitFor();
		await why.getByLabel('Properties, as JSON').fill('{"format": "csv"');
		await why.getByRole('button', { name: 'Test rules' }).last().click();
		await why.getByText(/Enter a flat JSON object/).waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('a preview on the site', () => {
	it('opens the app with a token, if the origins of the site allow it', thorough, async () => {
		await editors.client.updateSettings({
			site: editors.environment.site,
			origins: [editors.environment.url],
		});
		const { page, context, close, consoleErrors } = await openEditor(['preview-on-site']);
		const app = section(page, 'preview-on-site');
		const address = app.getByLabel('App URL');
		await address.fill('https://elsewhere.example.com');
		await app.getByText(/so nothing would appear on https:\/\/elsewhere/).waitFor();
		await app.getByRole('link', { name: 'Review origins' }).waitFor();
		await address.fill(`${editors.environment.url}/nothing`);
		await context.route('**/nothing', (route) =>
			route.fulfill({ contentType: 'text/html', body: 'The app' }),
		);
		const opening = context.waitForEvent('page');
		await app.getByRole('button', { name: 'Open app' }).click();
		const opened = await opening;
		await opened.getByText('The app').waitFor();
		expect(opened.url()).toMatch(/\/nothing#feedback_preview=[\w.-]{20,}$/);
		expect(await opened.evaluate(() => window.opener === null)).toBe(true);
		await opened.close();
		await app.getByText('Revision 1 is shown in this browser until').waitFor();
		await page.reload();
		await head(page, 'preview-on-site').press('Enter');
		expect(await address.inputValue()).toBe(`${editors.environment.url}/nothing`);
		expect(consoleErrors).toEqual([]);
		await close();
		await editors.client.updateSettings({ site: editors.environment.site, origins: [] });
	});
});

describe('every section', () => {
	const parts = [
		'trigger',
		'audience',
		'sampling',
		'experiment',
		'timing',
		'frequency',
		'appearance',
		'translations',
		'rule-test',
		'preview-on-site',
	];

	it('is accessible and fits the screen', thorough, async () => {
		const { page, close, consoleErrors } = await openEditor(
			parts,
			{
				audience: {
					all: [
						{ trait: 'plan', op: 'one_of', value: ['team', 'pro'] },
						{ trait: 'since', op: 'after', value: '2026-01-01' },
						{ any: [{ context: 'device', op: 'is', value: 'phone' }, { identified: false }] },
						{ none: [{ event: 'report.exported', times: 3, within_days: 7 }] },
					],
				},
				trigger: {
					events: ['report.exported'],
					where: { property: 'pages', op: 'between', value: [2, 9] },
				},
				limits: { show: 'times', times: 3, again_after_days: 3, site_limits: 'ignore' },
				timing: { starts_at: '2026-01-01T00:00:00Z' },
				appearance: { position: 'inline', target: '#here', accent: '#facc15' },
				translations: { ar: { questions: {} } },
			},
			{ viewport: { width: 1400, height: 900 } },
		);
		await section(page, 'trigger').getByText('4 in the last 30 days').waitFor();
		await section(page, 'preview-on-site').getByLabel('App URL').waitFor();
		expect(await findFaults(page)).toEqual([]);
		for (const look of usualLooks) {
			await setLook(page, look);
			const audience = section(page, 'audience');
			// The first condition has the only known trait, which would merely be repeated.
			await audience.getByLabel('Trait', { exact: true }).nth(1).focus();
			await page.getByRole('listbox', { name: 'Suggestions for Trait' }).waitFor();
			expect(await findAxeViolations(page, { within: '[data-part="audience"]' })).toEqual([]);
			await page.keyboard.press('Escape');
			await audience.getByRole('button', { name: 'Group actions' }).click();
			await page.getByRole('menu').waitFor();
			expect(await findAxeViolations(page, { within: '[role=menu]' })).toEqual([]);
			expect(await getHorizontalOverflow(page)).toBe(0);
			await page.keyboard.press('Escape');
			await page.getByRole('menu').waitFor({ state: 'detached' });
		}
		expect(consoleErrors).toEqual([]);
		await close();
	});
});
