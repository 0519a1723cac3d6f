import { expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import {
	findAxeViolations,
	findFaults,
	getHorizontalOverflow,
	setLook,
	usualLooks,
} from './accessibility.ts';
import { head, holds, section, useEditors } from './editors.ts';

const editors = useEditors();

it('an audience selects people by what they answered before', thorough, async () => {
	const { site } = editors.environment;
	await editors.client.createPrompt({
		site,
		content: {
			survey_id: 'past-export',
			name: 'Export experience',
			questions: [
				{ id: 'ease', type: 'rating', title: 'How easy was this export?' },
				{
					id: 'reasons',
					type: 'multiple_choice',
					title: 'What was hard?',
					options: [
						{ value: 'speed', label: 'Too slow' },
						{ value: 'format', label: 'Wrong format' },
					],
				},
				{ id: 'words', type: 'long_text', title: 'Tell us more' },
			],
			trigger: { events: ['report.exported'] },
		},
	});
	const { page, close, stored, consoleErrors } = await editors.openEditor(['audience']);
	const audience = section(page, 'audience');
	await audience.getByRole('button', { name: 'Past answers', exact: true }).press('Enter');
	await audience.getByLabel('Survey ID', { exact: true }).fill('past-exp');
	await page.getByRole('option', { name: /past-export/ }).click();
	const question = audience.getByLabel('Question', { exact: true });
	await question.selectOption('ease');
	await audience.getByLabel('Comparison').selectOption('at_most');
	await audience.getByLabel('Answer', { exact: true }).selectOption('2');
	await audience.getByLabel(/^Days/).fill('30');
	const about = { prompt: 'past-export', within_days: 30 };
	await holds(() => stored('audience')).toEqual({
		...about,
		answer: 'ease',
		op: 'at_most',
		value: 2,
	});
	await head(page, 'audience')
		.getByText(
			'The answer to “ease” in the latest response to the prompt “past-export” is at most 2 and is no older than 30 days.',
		)
		.waitFor();

	await question.selectOption('reasons');
	await audience.getByLabel('Comparison').selectOption('one_of');
	await audience.getByLabel('Too slow').check();
	await holds(() => stored('audience')).toMatchObject({
		...about,
		answer: 'reasons',
		op: 'one_of',
	});
	for (const look of usualLooks) {
		await setLook(page, look);
		expect(await findAxeViolations(page, { within: '[data-part="audience"]' })).toEqual([]);
		expect(await getHorizontalOverflow(page)).toBe(0);
	}
	await question.selectOption('words');
	await holds(() => stored('audience')).toEqual({ ...about, answer: 'words', op: 'answered' });
	expect(await findFaults(page)).toEqual([]);
	await audience.getByLabel('Survey ID', { exact: true }).fill('exprot');
	await audience.getByText('No prompt of this site has this survey ID.').waitFor();
	expect(consoleErrors).toEqual([]);
	await close();
});
