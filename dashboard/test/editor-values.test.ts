import { expect, it } from 'vitest';

import { findAxeViolations, findFaults, setLook, usualLooks } from './accessibility.ts';
import { holds, section, useEditors, useReports } from './editors.ts';

const editors = useEditors();
useReports(editors);

it('a value is inserted into a text by a menu, and the preview shows samples or fallbacks', async () => {
	const { page, close, stored, consoleErrors } = await editors.openEditor([], {
		questions: [
			{ id: 'ease', type: 'rating', title: 'How easy was it?' },
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
	});
	const questions = section(page, 'questions');
	const title = questions.getByLabel('Question', { exact: true });
	await title.press('End');
	await questions.getByRole('button', { name: 'Insert value into Question' }).press('Enter');
	const menu = page.getByRole('menu');
	await menu.getByRole('menuitem', { name: 'plan' }).waitFor();
	for (const look of usualLooks) {
		await setLook(page, look);
		expect(await findAxeViolations(page, { within: '[role="menu"]' })).toEqual([]);
	}
	await menu.getByRole('menuitem', { name: 'format' }).press('Enter');
	// The focus is where the fallback goes.
	await page.keyboard.type('file');
	const written = 'How easy was it?{{event.format | file}}';
	await holds(() => title.inputValue()).toBe(written);
	await holds(() => stored('questions')).toMatchObject([{ title: written }, {}]);

	const preview = page.getByRole('region', { name: 'Preview' });
	const shown = (text: string) => preview.getByRole('heading', { name: text, exact: true });
	await shown('How easy was it?pdf').waitFor();
	await preview.getByLabel('Values in the preview').selectOption({ label: 'Fallbacks' });
	await shown('How easy was it?file').waitFor();

	await title.fill('How easy was {{event.format}}?');
	await questions.getByText('has {{event.format}} without a fallback').waitFor();
	expect(await findFaults(page)).toEqual([]);
	expect(consoleErrors).toEqual([]);
	await close();
});
