import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';

import { oneIn } from '../../../testing/thorough.ts';
import type { PreviewOptions } from '../../src/preview.ts';
import { useUi } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();

async function show(prompt: unknown, options?: PreviewOptions) {
	const opened = await open('/preview');
	const { page, panel } = opened;
	await page.waitForFunction(() => 'showPreview' in window);
	await page.evaluate(([given, how]) => window.showPreview(given, how), [prompt, options] as const);
	const update = (changed: unknown, how?: PreviewOptions) =>
		page.evaluate(([given, more]) => window.preview.update(given, more), [changed, how] as const);
	return { ...opened, update, box: async () => boxes(page, panel) };
}

/** Distances of the panel's edges from the frame's edges. */
async function boxes(page: Page, panel: Awaited<ReturnType<typeof open>>['panel']) {
	const frame = (await page.locator('#frame').boundingBox())!;
	const { x, y, width, height } = (await panel.boundingBox())!;
	// The frame has a border of one pixel.
	return {
		left: x - frame.x - 1,
		top: y - frame.y - 1,
		right: frame.x + frame.width - 1 - x - width,
		bottom: frame.y + frame.height - 1 - y - height,
		width,
	};
}

const whole = promptOf([questions.stars, questions.long], {}, { thank_you: { title: 'Thanks!' } });

describe('in an element', () => {
	test('a prompt is in the corner that its author chose, and in no top layer', async () => {
		const { panel, page, update, box, problems } = await show(whole);
		await panel.waitFor();
		expect(await box()).toMatchObject({ right: 20, bottom: 20, width: 386 });
		await update({ ...whole, appearance: { ...whole.appearance, position: 'top_left' } });
		expect(await box()).toMatchObject({ left: 20, top: 20 });
		expect(await page.locator(':popover-open').count()).toBe(0);
		expect(problems).toEqual([]);
	});

	test('its buttons have the labels of its author, in each language', async () => {
		const labelled = {
			...promptOf([questions.long]),
			button_labels: { skip: 'Not now' },
			translations: { de: { button_labels: { skip: 'Nicht jetzt' } }, fr: {} },
		};
		const { panel, update } = await show(labelled);
		await panel.getByRole('button', { name: 'Not now' }).waitFor();
		await update(labelled, { language: 'de' });
		await panel.getByRole('button', { name: 'Nicht jetzt' }).waitFor();
		await update(labelled, { language: 'fr' });
		await panel.getByRole('button', { name: 'Passer' }).waitFor();
	});

	test('a question for a picture adds a drawing, and takes none of the editor', async () => {
		const asked = { questions: [{ id: 'shot', type: 'screenshot', title: 'What do you see?' }] };
		const { panel, page, press, problems } = await show(asked);
		await press('Add a picture of this page');
		await panel.getByRole('img', { name: 'Picture added' }).waitFor();
		await panel.getByRole('button', { name: 'Send' }).and(page.locator(':focus')).waitFor();
		await press('Remove picture');
		await panel.getByRole('button', { name: 'Skip' }).waitFor();
		expect(problems).toEqual([]);
	});

	test('its texts contain values, their fallbacks, and earlier answers', async () => {
		const asked = {
			questions: [
				{ id: 'go', type: 'yes_no', title: 'Again, {{trait.name | you}}?' },
				{ id: 'why', type: 'long_text', title: 'Why {{answer.go | that}}?' },
			],
			translations: { de: { questions: { go: { title: 'Nochmal, {{trait.name | du}}?' } } } },
		};
		const { panel, update, press } = await show(asked);
		const heading = panel.getByRole('heading');
		expect(await heading.textContent()).toBe('Again, you?');
		await update(asked, { values: { trait: { name: '<b>Ada</b>' } } });
		expect(await heading.textContent()).toBe('Again, <b>Ada</b>?');
		await update(asked, { language: 'de' });
		expect(await heading.textContent()).toBe('Nochmal, du?');
		await panel.getByRole('radio', { name: 'Nein' }).check({ force: true });
		await press('Weiter');
		expect(await heading.textContent()).toBe('Why Nein?');
	});

	test('on a phone it is a sheet at the bottom', async () => {
		const { panel, box } = await show(whole, { device: 'phone' });
		await panel.waitFor();
		// Phones are at most 430 pixels wide.
		expect(await box()).toMatchObject({ bottom: 0, width: 430 });
	});

	test('a prompt that is taller than the element scrolls inside', async () => {
		const { panel, page, box } = await show(promptOf([questions.multiple, questions.long]));
		await page
			.locator('#frame')
			.evaluate((frame) => (frame as HTMLElement).style.setProperty('height', '260px'));
		await panel.waitFor();
		expect(await box()).toMatchObject({ top: 18, bottom: 20 });
	});

	test('it uses the given theme, or the prompt’s own by default', async () => {
		const { panel, update } = await show(whole, { theme: 'dark' });
		const background = () => panel.evaluate((box) => getComputedStyle(box).backgroundColor);
		await panel.waitFor();
		expect(await background()).toBe('rgb(27, 29, 35)');
		await update(whole, { theme: 'light' });
		expect(await background()).toBe('rgb(255, 255, 255)');
	});

	test('an element without a height gets a default height', async () => {
		const { panel, page } = await show(whole);
		await page
			.locator('#frame')
			.evaluate((frame) => (frame as HTMLElement).style.setProperty('height', 'auto'));
		await panel.waitFor();
		expect((await page.locator('#frame').boundingBox())!.height).toBe(442);
	});

	test('destroy removes everything, even while texts are loading', async () => {
		const { panel, page, update } = await show(whole);
		await panel.waitFor();
		await page.evaluate((prompt) => {
			window.preview.update({ ...(prompt as object), language: 'de' });
			window.preview.destroy();
		}, whole);
		expect(await page.locator('#frame > *').count()).toBe(0);
		await update(whole);
		expect(await page.locator('#frame > *').count()).toBe(0);
	});
});

describe('a visitor in a preview', () => {
	test('answers up to the thank-you, closes, and starts again', async () => {
		const { panel, page, press, problems } = await show(whole);
		await page.getByRole('radio').nth(3).check({ force: true });
		await press('Next');
		await page.getByRole('textbox', { name: 'Anything else' }).fill('No');
		await press('Send');
		await page.getByRole('heading', { name: 'Thanks!' }).waitFor();
		await press('Close');
		await page.getByText('The prompt has closed.').waitFor();
		await page.getByRole('button', { name: 'Start again' }).click();
		await page.getByRole('heading', { name: questions.stars.title }).waitFor();
		expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
		expect(await panel.count()).toBe(1);
		expect(problems).toEqual([]);
	});

	test('follows the branches', async () => {
		const branches = [{ when: { op: 'at_most', value: 2 }, go: 'recommend' }] as const;
		const asked = [{ ...questions.stars, branches: [...branches] }, questions.long, questions.nps];
		const { page, press } = await show(promptOf(asked));
		await page.getByRole('radio').first().check({ force: true });
		await press('Next');
		await page.getByRole('heading', { name: questions.nps.title }).waitFor();
	});

	test('follows no link, and continues', async () => {
		const asked = [
			{ ...questions.message, button: { label: 'Look', url: '/strict' } },
			questions.nps,
		];
		const { page, panel } = await show(promptOf(asked));
		await panel.getByRole('link').click();
		await page.getByRole('heading', { name: questions.nps.title }).waitFor();
		expect(page.url()).toMatch(/\/preview$/);
	});

	test('sends nothing', async () => {
		const opened = await open('/preview');
		const asked: string[] = [];
		await opened.page.waitForFunction(() => 'showPreview' in window);
		opened.page.on('request', (request) => asked.push(request.url()));
		await opened.page.evaluate((prompt) => window.showPreview(prompt), whole);
		await opened.page.getByRole('radio').nth(3).check({ force: true });
		await opened.press('Next');
		await opened.press('Skip');
		await opened.page.getByRole('heading', { name: 'Thanks!' }).waitFor();
		expect(asked).toEqual([]);
	});
});

describe('while the prompt is edited', () => {
	test('the preview stays at its question, keeps the answers and does not move the focus', async () => {
		const { page, press, update } = await show(whole);
		await page.getByRole('radio').nth(3).check({ force: true });
		await press('Next');
		await page.locator('#heading').focus();
		const changed = structuredClone(whole);
		changed.questions[1]!.title = 'And what else?';
		await update(changed);
		await page.getByRole('heading', { name: 'And what else?' }).waitFor();
		expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
		await press('Back');
		expect(await page.getByRole('radio').nth(3).isChecked()).toBe(true);
	});

	test('the preview moves on from a removed question', async () => {
		const { page, press, update } = await show(whole);
		await page.getByRole('radio').nth(3).check({ force: true });
		await press('Next');
		await update(promptOf([questions.stars, questions.nps]));
		await page.getByRole('heading', { name: questions.nps.title }).waitFor();
	});

	test('its texts are in the language that a visitor would see', async () => {
		const authored = {
			...whole,
			translations: {
				de: { questions: { ease: { title: 'Wie einfach war es?', low_label: '' } } },
			},
		};
		const { page, panel, update } = await show(authored, { language: 'de-AT' });
		await page.getByRole('heading', { name: 'Wie einfach war es?' }).waitFor();
		await panel.getByText('Very hard').waitFor();
		await page.getByRole('button', { name: 'Schließen' }).waitFor();
		await update(authored, { language: 'fr' });
		await page.getByRole('heading', { name: questions.stars.title }).waitFor();
	});

	test.each([
		['nothing', undefined],
		['an empty prompt', {}],
		['a list', []],
		['questions that are none', { questions: [null, 7, {}, { type: 'unheard-of' }] }],
	])('%s is shown as having no question', async (_, prompt) => {
		const { page, problems } = await show(prompt);
		await page.getByText('There is no question yet.').waitFor();
		expect(problems).toEqual([]);
	});

	const halves: [string, object][] = [
		['rating', { scale: Infinity, style: 'moons' }],
		['rating', { scale: -3 }],
		['nps', { low_label: 12 }],
		['single_choice', { options: [{ value: 'a' }, { value: 'a' }, null, { label: '' }] }],
		['multiple_choice', { options: 'none', max_choices: '3', other_label: '' }],
		['short_text', { max_length: 0, format: 'zip' }],
		['long_text', { max_length: NaN, placeholder: null }],
		['yes_no', { yes_label: {}, branches: [{}, null, { when: { op: 'one_of' }, go: 'x' }] }],
		['consent', { label: ' ' }],
		['message', { text: 3, button: { url: 'https://[' } }],
	];
	test.each(oneIn(2, halves))(
		'an incomplete question of type %s is still drawn',
		async (type, more) => {
			const appearance = { position: 'anywhere', accent: 'blue', radius: 'round', theme: 7 };
			const half = { id: 'constructor', type, title: '', ...more };
			const { page, panel, press, problems } = await show({ questions: [half, half], appearance });
			await page.getByRole('heading', { name: 'Untitled question' }).waitFor();
			expect(await panel.getByRole('button').count()).toBeGreaterThan(1);
			await press(/Skip|Next|OK/);
			await press('Back');
			expect(problems).toEqual([]);
		},
	);
});
