import { describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { findAxeViolations } from './accessibility.ts';
import { head, holds, section, useEditors, useReports } from './editors.ts';

const editors = useEditors();
const { openEditor } = editors;
useReports(editors);

describe('the trigger', () => {
	it('counts known event names and suggests one for a typo', thorough, async () => {
		const { page, close, stored, consoleErrors } = await openEditor(['trigger'], {
			trigger: { events: ['report.exportd'] },
		});
		const trigger = section(page, 'trigger');
		await trigger.getByText('not reported in the last 30 days').waitFor();
		await trigger.getByRole('button', { name: 'Use report.exported' }).click();
		await trigger.getByText('4 in the last 30 days').waitFor();
		await trigger.getByRole('button', { name: 'Condition' }).click();
		await trigger.getByLabel('Property', { exact: true }).fill('pages');
		await trigger.getByLabel('Comparison').selectOption('at_least');
		await trigger.getByLabel('Number', { exact: true }).fill('10');
		await trigger.getByLabel('only if verified').check();
		await holds(() => stored('trigger')).toEqual({
			events: ['report.exported'],
			where: { property: 'pages', op: 'at_least', value: 10, verified: true },
			verified: false,
		});
		await trigger.getByRole('combobox', { name: 'Add to Events' }).fill('not a name');
		await page.keyboard.press('Enter');
		await trigger.getByText(/must start with a letter or digit/).waitFor();

		await trigger.getByRole('radio', { name: /show\(\)/ }).check();
		await holds(() => stored('trigger')).toBeUndefined();
		await trigger.getByRole('radio', { name: 'After an event' }).check();
		expect(await trigger.getByLabel('Number', { exact: true }).inputValue()).toBe('10');
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('a trigger about several events', () => {
	it(
		'asks for repeated events, for none that follows, and for what withdraws the prompt',
		thorough,
		async () => {
			const { page, close, stored, consoleErrors } = await openEditor([
				'trigger',
				'timing',
				'frequency',
			]);
			const trigger = section(page, 'trigger');
			await trigger.getByLabel('Only after it has happened several times').check();
			await trigger.getByLabel('Times, 2 to 1000').fill('1');
			await trigger.getByText('must be at least 2').waitFor();
			await trigger.getByLabel('Times, 2 to 1000').fill('5');
			await trigger.getByLabel('Within: unit').selectOption('hours');
			await trigger.getByLabel('Within', { exact: true }).last().fill('2');
			await trigger.getByLabel('Only if another event does not follow').check();
			const others = trigger.getByRole('combobox', { name: 'Add to Events that must not follow' });
			await others.fill('report.shared');
			await page.keyboard.press('Enter');
			const cancel = trigger.getByRole('combobox', { name: 'Add to Events that withdraw it' });
			await cancel.fill('report.exported');
			await page.keyboard.press('Enter');
			await trigger.getByText(/triggers the prompt, so it cannot withdraw it/).waitFor();
			await page.keyboard.press('Backspace');
			await cancel.fill('signed.out');
			await page.keyboard.press('Enter');
			await section(page, 'timing')
				.getByRole('textbox', { name: 'Hours to wait for the visitor' })
				.fill('48');
			await holds(() => stored('trigger')).toEqual({
				events: ['report.exported'],
				verified: false,
				repeated: { times: 5, within_minutes: 120 },
				unless: { events: ['report.shared'], within_minutes: 30 },
				cancel_events: ['signed.out'],
			});
			await head(page, 'trigger').getByText('does not follow within 30 minutes.').waitFor();

			const limits = section(page, 'frequency');
			await limits.getByLabel('Only one person per group').check();
			const group = limits.getByRole('combobox', { name: 'Trait that names the group' });
			await group.focus();
			await limits.getByLabel('Days, 1 to 90').focus();
			await limits.getByText('Fill this in.').first().waitFor();
			await group.fill('company_id');
			await limits.getByLabel('Days, 1 to 90').fill('14');
			await holds(() => stored('limits')).toMatchObject({
				per_group: { trait: 'company_id', days: 14 },
			});
			expect(await findAxeViolations(page)).toEqual([]);

			await trigger.getByLabel('Only if another event does not follow').uncheck();
			await holds(() => stored('timing')).not.toHaveProperty('wait_hours');
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);
});

describe('a trigger of the backend', () => {
	it('takes the hours to wait with it, and brings them back', thorough, async () => {
		const { page, close, stored, consoleErrors } = await openEditor(['trigger', 'timing'], {
			trigger: { events: ['report.exported'], source: 'backend' },
			timing: { wait_hours: 48 },
		});
		const trigger = section(page, 'trigger');
		const hours = section(page, 'timing').getByRole('textbox', {
			name: 'Hours to wait for the visitor',
		});
		await trigger.getByRole('radio', { name: /show\(\)/ }).check();
		await holds(() => stored('timing')).toEqual({ delay_seconds: 0, min_session_seconds: 0 });
		await trigger.getByRole('radio', { name: 'After an event' }).check();
		expect(await hours.inputValue()).toBe('48');
		await trigger.getByLabel('The backend reports the event').uncheck();
		await hours.waitFor({ state: 'detached' });
		await trigger.getByLabel('Only if another event does not follow').check();
		expect(await hours.inputValue()).toBe('48');
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('shows hours to wait that were left behind', thorough, async () => {
		const { page, id, close, stored } = await openEditor(['timing']);
		const { latest } = await editors.client.getPrompt({
			site: editors.environment.site,
			prompt: id,
		});
		const content = { ...latest.content, timing: { wait_hours: 48 } };
		await editors.client.saveWorkingCopy({
			site: editors.environment.site,
			prompt: id,
			content,
			base_revision: 1,
			etag: null,
		});
		const timing = section(page, 'timing');
		await timing.getByText(/goes only with/).waitFor();
		await timing.getByRole('textbox', { name: 'Hours to wait for the visitor' }).fill('');
		await timing.getByText(/goes only with/).waitFor({ state: 'detached' });
		await holds(() => stored('timing')).toEqual({});
		await close();
	});
});
