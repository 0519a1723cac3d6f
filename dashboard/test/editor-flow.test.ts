// The questions of a prompt as a flow, by keyboard and on a phone.
import { expect, it } from 'vitest';

import { findFaults } from './accessibility.ts';
import { useEditors, section } from './editors.ts';

const { openEditor } = useEditors();

const text = (id: string) => ({ id, type: 'long_text' as const, title: `Text ${id}` });

it('draws the questions with their branches, and opens each for editing', async () => {
	const { page, close, stored, consoleErrors } = await openEditor([], {
		questions: [
			{
				id: 'score',
				type: 'nps',
				title: 'Would you recommend us?',
				branches: [{ when: { op: 'at_most', value: 6 }, go: 'why' }],
			},
			text('praise'),
			text('why'),
		] as never,
	});
	const questions = section(page, 'questions');
	await questions.getByRole('radio', { name: 'Flow' }).check({ force: true });
	const flow = page.getByRole('region', { name: 'Flow of the questions' });
	await flow.getByText('at most 6', { exact: true }).waitFor();
	const node = (name: RegExp) => flow.getByRole('button', { name });
	expect(await node(/Would you recommend/).getAttribute('aria-describedby')).toBeTruthy();
	await flow
		.getByText('at most 6: question 3. otherwise: question 2')
		.waitFor({ state: 'attached' });
	expect(
		await questions
			.getByRole('list', { name: 'Questions', exact: true })
			.getByRole('listitem')
			.count(),
	).toBe(1);

	await node(/Would you recommend/).focus();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	expect(await node(/Text why/).evaluate((button) => button === document.activeElement)).toBe(true);
	await page.locator('[data-preview]').getByText('Text why').waitFor();
	await page.keyboard.press('Enter');
	await expect
		.poll(() => page.evaluate(() => document.activeElement?.matches('input, textarea')))
		.toBe(true);
	await page.keyboard.press('Control+A');
	await page.keyboard.type('What is missing?');
	await node(/What is missing/).waitFor();
	await expect
		.poll(
			async () => ((await stored('questions')) as { title: string }[] | undefined)?.[2]?.title,
			{ timeout: 20_000 },
		)
		.toBe('What is missing?');
	// Only the branches of the open question are below.
	const branching = section(page, 'branching');
	expect(await branching.getByText('Would you recommend us?').count()).toBe(0);
	await node(/Would you recommend/).click();
	await branching.getByText('1. Would you recommend us?').waitFor();
	expect(await findFaults(page)).toEqual([]);
	await questions.getByRole('radio', { name: 'List' }).check({ force: true });
	expect(
		await questions
			.getByRole('list', { name: 'Questions', exact: true })
			.getByRole('listitem')
			.count(),
	).toBe(3);
	expect(consoleErrors).toEqual([]);
	await close();
});
