import { describe, expect, test } from 'vitest';

import { oneIn } from '../../../testing/thorough.ts';
import { useUi } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();
const width = 900;
const height = 700;
const gap = 20;

describe('on a wide page', () => {
	test.each([
		['bottom_right', { right: width - gap, bottom: height - gap }],
		['bottom_left', { left: gap, bottom: height - gap }],
		['top_right', { right: width - gap, top: gap }],
		['top_left', { left: gap, top: gap }],
	] as const)('%s is that corner', async (position, sides) => {
		const opened = await open('/', { viewport: { width, height } });
		await opened.draw(promptOf([questions.nps], { position }));
		const box = (await opened.panel.boundingBox())!;
		const { x: left, y: top } = box;
		const found = { left, top, right: left + box.width, bottom: top + box.height };
		expect(found).toMatchObject(sides);
	});

	test('center is in the middle', async () => {
		const opened = await open('/', { viewport: { width, height } });
		await opened.draw(promptOf([questions.nps], { position: 'center' }));
		const box = (await opened.panel.boundingBox())!;
		expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThanOrEqual(1);
		expect(Math.abs(box.y + box.height / 2 - height / 2)).toBeLessThanOrEqual(1);
	});

	test('inline is inside the element that the author named', async () => {
		const opened = await open('/gallery', { viewport: { width, height } });
		await opened.draw(promptOf([questions.nps], { position: 'inline', target: '#place' }));
		const inside = await opened.page
			.locator('#place')
			.evaluate((place) => place.contains(document.querySelector('feedback-prompt')));
		expect(inside).toBe(true);
		const page = await opened.page.evaluate(() => document.documentElement.scrollHeight);
		expect(page).toBeGreaterThan(height);
	});
});

describe('on a phone', () => {
	const phone = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

	test('every position but inline is a sheet at the bottom', async () => {
		const opened = await open('/', phone);
		await opened.draw(promptOf([questions.nps], { position: 'top_left' }));
		const box = (await opened.panel.boundingBox())!;
		expect([box.x, box.width, box.y + box.height]).toEqual([0, 375, 667]);
	});

	test('the sheet is above the virtual keyboard', async () => {
		const opened = await open('/', phone);
		await opened.draw(promptOf([questions.long]));
		await opened.completed();
		// Headless Chromium has no soft keyboard, so the test replaces the browser's figures, but not our code.
		await opened.page.evaluate(() => {
			Object.defineProperty(visualViewport, 'height', { get: () => innerHeight - 260 });
			visualViewport!.dispatchEvent(new Event('resize'));
		});
		const box = (await opened.panel.boundingBox())!;
		expect(box.y + box.height).toBe(667 - 260);
	});
});

describe('in a small frame', () => {
	const sizes = {
		'narrow and low': [260, 200],
		'wide and low': [640, 240],
		narrow: [320, 480],
	} as const;

	const frames = Object.entries(sizes).flatMap(([name, size]) =>
		(['light', 'dark'] as const).map((theme) => [name, theme, size] as const),
	);
	test.each(oneIn(2, frames))(
		'that is %s, in %s, an answer can be given and sent',
		async (_name, theme, size) => {
			const [width, height] = size;
			const opened = await open('/', { viewport: { width, height } });
			await opened.draw(promptOf([questions.stars, questions.long], { theme }));
			const row = (await opened.panel.getByRole('radiogroup').boundingBox())!;
			expect(row.y + row.height).toBeLessThanOrEqual(height);
			const star = (await opened.panel.locator('.mark').nth(3).boundingBox())!;
			// Clicks the position, because an element above the star would be hit instead.
			await opened.page.mouse.click(star.x + star.width / 2, star.y + star.height / 2);
			expect(await opened.panel.getByRole('radio').nth(3).isChecked()).toBe(true);
			await opened.press('Next');
			await opened.panel.getByRole('textbox').fill('It took a while.');
			await opened.press(/Send/);
			expect(await opened.answers()).toMatchObject([{ more: 'It took a while.' }, true]);
		},
	);
});

test('a prompt is not printed', async () => {
	const opened = await open();
	await opened.draw(promptOf([questions.nps]));
	await opened.page.emulateMedia({ media: 'print' });
	await expect.poll(() => opened.panel.isVisible()).toBe(false);
});
