import { expect, it } from 'vitest';

import { findAxeViolations, findFaults, setLook, usualLooks } from './accessibility.ts';
import { holds, section, useEditors, useReports } from './editors.ts';
import { isFocused } from './keyboard.ts';

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
	await title.press('Control+Space');
	const menu = page.getByRole('menu');
	const group = (name: string) => menu.getByRole('group', { name, exact: true });
	await group('Traits').getByRole('menuitem', { name: 'plan' }).waitFor();
	await group('Verified traits, from your backend').getByRole('menuitem').first().waitFor();
	for (const look of usualLooks) {
		await setLook(page, look);
		expect(await findAxeViolations(page, { within: '[role="menu"]' })).toEqual([]);
	}
	// Loaded after the menu was opened, they keep the focus inside.
	await holds(() => isFocused(menu.getByRole('menuitem').first())).toBe(true);
	await page.keyboard.press('Escape');
	await menu.waitFor({ state: 'detached' });
	await holds(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
	await title.press('Control+Space');
	await group('Properties of the event').getByRole('menuitem', { name: 'format' }).press('Enter');
	// The focus is where the fallback goes.
	await page.keyboard.type('file');
	const written = 'How easy was it?{{event.format | file}}';
	await holds(() => title.inputValue()).toBe(written);
	await holds(() => stored('questions')).toMatchObject([{ title: written }, {}]);

	// The preview is beside the editor in a wide window only.
	await page.setViewportSize({ width: 1_280, height: 900 });
	const preview = page.getByRole('region', { name: 'Preview' });
	const shown = (text: string) => preview.getByRole('heading', { name: text, exact: true });
	await shown('How easy was it?pdf').waitFor();
	await preview.getByLabel('Values in the preview').selectOption({ label: 'Fallbacks' });
	await shown('How easy was it?file').waitFor();

	// One tab stop for the field, none for its menu.
	await title.press('Tab');
	const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
	expect(focused ?? '').not.toMatch(/^Insert value/);
	await title.fill('How easy was {{event.format}}?');
	await questions.getByText('has {{event.format}} without a fallback').waitFor();
	expect(await findFaults(page)).toEqual([]);
	expect(consoleErrors).toEqual([]);
	await close();
});

it('a value is inserted into a translation, of the kinds that its text takes', async () => {
	const { page, close, stored, consoleErrors } = await editors.openEditor(['translations'], {
		questions: [
			{ id: 'ease', type: 'rating', title: 'How easy was it?' },
			{ id: 'agree', type: 'consent', title: 'May we?', label: 'Yes, you may' },
		],
		translations: { de: { questions: { ease: { title: 'Wie leicht' } } } },
	});
	const form = section(page, 'translations');
	const title = form.getByLabel(/^Question How easy/);
	await title.press('End');
	await title.press('Control+Space');
	const menu = page.getByRole('menu');
	await menu
		.getByRole('group', { name: 'Properties of the event' })
		.getByRole('menuitem', { name: 'format' })
		.press('Enter');
	await page.keyboard.type('es');
	await holds(() => stored('translations')).toMatchObject({
		de: { questions: { ease: { title: 'Wie leicht{{event.format | es}}' } } },
	});
	const label = form.getByLabel(/^Checkbox label/);
	await label.press('Control+Space');
	expect(await menu.count()).toBe(0);
	expect(await findFaults(page)).toEqual([]);
	expect(consoleErrors).toEqual([]);
	await close();
});
