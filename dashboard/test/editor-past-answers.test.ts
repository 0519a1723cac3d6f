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

it(
	'a branch leads by an answer to an earlier prompt, in the list and in the flow',
	thorough,
	async () => {
		const { site } = editors.environment;
		await editors.client.createPrompt({
			site,
			content: {
				survey_id: 'past-branch',
				name: 'Past branch',
				questions: [{ id: 'csat', type: 'rating', title: 'How satisfied are you?' }],
			},
		});
		const { page, close, stored, consoleErrors } = await editors.openEditor([], {
			questions: [
				{ id: 'ease', type: 'rating', title: 'How easy was it?' },
				{ id: 'why', type: 'long_text', title: 'Why?' },
				{ id: 'better', type: 'yes_no', title: 'Is it better now?' },
			],
		});
		const branching = section(page, 'branching');
		await branching.getByRole('button', { name: 'Add a branch after question 1' }).press('Enter');
		await branching.getByLabel('Subject of branch 1 of question 1').selectOption('earlier');
		const row = branching.getByRole('group', { name: 'Earlier answer of branch 1 of question 1' });
		await row.getByLabel('Survey ID', { exact: true }).fill('past-bra');
		await page.getByRole('option', { name: /past-branch/ }).click();
		await row.getByLabel('Question', { exact: true }).selectOption('csat');
		await row.getByLabel('Comparison').selectOption('at_most');
		await row.getByLabel('Answer', { exact: true }).selectOption('2');
		const when = {
			prompt: 'past-branch',
			answer: 'csat',
			op: 'at_most',
			value: 2,
			within_days: 90,
		};
		await holds(() => stored('questions')).toMatchObject([
			{ branches: [{ when, go: 'better' }] },
			{},
			{},
		]);
		for (const look of usualLooks) {
			await setLook(page, look);
			expect(await findAxeViolations(page, { within: '[data-part="branching"]' })).toEqual([]);
			expect(await getHorizontalOverflow(page)).toBe(0);
		}

		// The preview is beside the editor in a wide window only.
		await page.setViewportSize({ width: 1_280, height: 900 });
		const preview = page.getByRole('region', { name: 'Preview' });
		const next = async (title: string) => {
			await preview.getByRole('button', { name: /Restart|From the start/ }).click();
			await preview.getByRole('radio', { name: '3' }).check({ force: true });
			await preview.getByRole('button', { name: 'Next' }).click();
			await preview.getByRole('heading', { name: title, exact: true }).waitFor();
		};
		await next('Why?');
		await preview.getByLabel('Earlier answers in the preview').selectOption({ index: 1 });
		await next('Is it better now?');

		await section(page, 'questions').getByRole('radio', { name: 'Flow' }).check({ force: true });
		const flow = page.getByRole('region', { name: 'Flow of the questions' });
		await flow.getByText('past-branch, csat: at most 2', { exact: true }).waitFor();
		await branching.getByLabel('Subject of branch 1 of question 1').selectOption('own');
		await holds(() => stored('questions')).toMatchObject([
			{ branches: [{ when: { op: 'at_most' } }] },
			{},
			{},
		]);
		await section(page, 'questions').getByRole('radio', { name: 'List' }).check({ force: true });
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	},
);

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

it('the bar of the preview keeps each choice in one line', async () => {
	const { site } = editors.environment;
	await editors.client.createPrompt({
		site,
		content: {
			survey_id: 'past-bar',
			name: 'Past bar',
			questions: [{ id: 'csat', type: 'rating', title: 'How satisfied are you?' }],
		},
	});
	const when = { prompt: 'past-bar', answer: 'csat', op: 'at_most', value: 2, within_days: 90 };
	const title = 'How easy was it, {{trait.name | dear reader}}?';
	const { page, close } = await editors.openEditor([], {
		questions: [
			{ id: 'ease', type: 'rating', title, branches: [{ when: when as never, go: 'end' }] },
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
		translations: { 'pt-BR': { questions: { why: { title: 'Por quê?' } } } },
	});
	const preview = page.getByRole('region', { name: 'Preview', exact: true });
	await preview.getByLabel('Language of the preview').selectOption('pt-BR');
	await preview.getByLabel('Earlier answers in the preview').waitFor();
	await preview.getByLabel('Values in the preview').waitFor();
	const restart = preview.getByRole('button', { name: 'Restart' });
	const [whole, part] = [await preview.boundingBox(), await restart.boundingBox()];
	expect(part!.x + part!.width).toBeLessThanOrEqual(whole!.x + whole!.width);
	const lines = await restart.evaluate((button) => {
		const range = document.createRange();
		range.selectNodeContents(button.lastChild!);
		return range.getClientRects().length;
	});
	expect(lines).toBe(1);
	await close();
});
