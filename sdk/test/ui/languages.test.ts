import { en } from '@feedback/contract/english';
import { describe, expect, test } from 'vitest';

import { thorough } from '../../../testing/thorough.ts';
import vectors from '../../../contract/vectors/languages.json' with { type: 'json' };
import { findWords } from '../../../contract/src/words.ts';
import { useUi } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();
const asked = [questions.yes_no, questions.long];

const places = (words: string) => (words.match(/\{\w+\}/g) ?? []).sort();

describe.each(['ar', 'de', 'es', 'fr', 'ja'])('the words in %s', (language) => {
	const words = findWords(language)!;

	test('are complete, with every placeholder for a number', () => {
		for (const [name, said] of Object.entries(en)) {
			const translated = words[name as keyof typeof words];
			expect(translated, name).not.toBe('');
			expect(places(translated), name).toEqual(places(said));
		}
		expect(words.next).not.toBe(en.next);
	});

	test('are drawn', thorough, async () => {
		const opened = await open();
		await opened.draw(promptOf(asked, {}, { language, words }));
		await opened.panel.getByRole('radio', { name: words.yes, exact: true }).check();
		await opened.press(words.next);
		await opened.panel.getByRole('button', { name: words.back }).waitFor();
		expect(await opened.panel.getAttribute('lang')).toBe(language);
	});
});

test.each([
	['de-AT', 'Weiter'],
	['pt-BR', undefined],
	['en-GB', undefined],
	['constructor', undefined],
])('%s is matched to its language', (tag, next) => {
	expect(findWords(tag)?.next).toBe(next);
});

test('a prompt in another language loads nothing more, and falls back to English where it has no texts', async () => {
	const opened = await open();
	const loaded: string[] = [];
	opened.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
	await opened.draw(promptOf(asked, {}, { language: 'fr', words: findWords('fr') }));
	expect(await opened.panel.getByRole('button', { name: 'Fermer' }).count()).toBe(1);
	await opened.page.evaluate(() => window.drawing.close());
	await opened.gone();
	await opened.draw(promptOf(asked, {}, { language: 'pl' }));
	expect(await opened.panel.getByRole('button', { name: 'Close' }).count()).toBe(1);
	expect(loaded.filter((path) => !path.includes('feedback-more'))).toEqual([]);
});

test.each(Object.entries(vectors.directions))('%s is drawn %s', async (language, direction) => {
	const opened = await open();
	await opened.draw(promptOf([questions.long], {}, { language }));
	expect(await opened.panel.getAttribute('dir')).toBe(direction);
	expect(await opened.panel.getByRole('textbox').getAttribute('dir')).toBe('auto');
});

test('a field has the direction of its text, and without text that of the prompt', async () => {
	const opened = await open();
	const question = { ...questions.long, placeholder: 'مثال' };
	await opened.draw(promptOf([question], {}, { language: 'ar' }));
	const field = opened.panel.getByRole('textbox');
	const direction = () => field.evaluate((element) => getComputedStyle(element).direction);
	expect(await direction()).toBe('rtl');
	await field.fill('Export');
	expect(await direction()).toBe('ltr');
	await field.fill('تصدير');
	expect(await direction()).toBe('rtl');
});

test('Arabic is drawn from right to left', async () => {
	const opened = await open('/', { viewport: { width: 900, height: 700 } });
	await opened.draw(promptOf([questions.stars], {}, { language: 'ar', words: findWords('ar') }));
	expect(await opened.panel.getAttribute('dir')).toBe('rtl');
	const x = async (name: string | RegExp, role: 'radio' | 'button') =>
		(await opened.panel.getByRole(role, { name }).last().boundingBox())!.x;
	expect(await x(/^1/, 'radio')).toBeGreaterThan(await x(/^5/, 'radio'));
	expect(await x('إغلاق', 'button')).toBeLessThan(await x(/^5/, 'radio'));
	await opened.panel.getByRole('radio').first().check();
	await opened.page.keyboard.press('ArrowLeft');
	expect(await opened.panel.getByRole('radio').nth(1).isChecked()).toBe(true);
});
