import { describe, expect, test } from 'vitest';

import { oneIn, thorough } from '../../../testing/thorough.ts';
import { findViolations } from './axe.ts';
import { contextOf, listPages, show } from './gallery.ts';
import { useUi, type Opened } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();

// `npm run rehearse pictures` tests the other two pairs of theme and device, and compares pictures.
const pages = listPages()
	.map((scenes) => [`${scenes[0]!.theme}, ${scenes[0]!.device}`, scenes] as const)
	.filter(([name]) => ['light, desktop', 'dark, phone'].includes(name));
test.each(oneIn(2, pages))('axe finds no problem in any kind of prompt, %s', async (_, scenes) => {
	const { page } = await open('/gallery', contextOf(scenes[0]!));
	for (const scene of scenes) {
		expect(await show(page, scene, findViolations), scene.name).toEqual([]);
	}
});

describe('to assistive technology', () => {
	test('a prompt is a non-modal dialog named by its question', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.numbers]));
		expect(await opened.page.getByRole('dialog', { name: questions.numbers.title }).count()).toBe(
			1,
		);
		expect(await opened.panel.getAttribute('aria-modal')).toBeNull();
		const group = opened.panel.getByRole('radiogroup', { name: questions.numbers.title });
		expect(await group.count()).toBe(1);
		const described = await group.getAttribute('aria-describedby');
		expect(described).toBe('help fault');
	});

	test.each(['a live region', 'a notification'])(
		'the prompt and the thank-you screen are announced politely, by %s',
		async (how) => {
			const opened = await open('/', {
				before:
					how === 'a live region'
						? 'delete Element.prototype.ariaNotify'
						: 'Element.prototype.ariaNotify = (words) => console.error(words)',
			});
			const live = opened.panel.getByRole('status');
			const said = async () =>
				how === 'a live region' ? live.textContent() : opened.problems.at(-1);
			const early = await opened.page.evaluate(
				async (prompt) => {
					await window.drawPrompt(prompt);
					const root = document.querySelector('feedback-prompt')!.shadowRoot!;
					return root.querySelector('[role=status]')!.textContent;
				},
				promptOf([questions.yes_no]),
			);
			expect(early).toBe('');
			await expect.poll(said).toBe(`Feedback: ${questions.yes_no.title}`);
			await opened.panel.getByRole('radio', { name: 'Yes' }).check();
			await opened.press('Send');
			await expect.poll(said).toContain('Thank you!');
		},
	);

	test('a required question is marked as required', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.stars, questions.long]));
		const group = opened.panel.getByRole('radiogroup');
		expect(await group.getAttribute('aria-required')).toBe('true');
		expect(await opened.panel.getByRole('heading').innerText()).toContain('*');
	});
});

/** Width and height of everything that can be pressed. */
const targets = ({ panel }: Opened) =>
	panel.evaluate((element) =>
		[...element.querySelectorAll('button, a, label, .text:not([hidden])')].map((target) => {
			const { width, height } = target.getBoundingClientRect();
			return { what: target.outerHTML.slice(0, 80), side: Math.min(width, height) };
		}),
	);

describe('targets', () => {
	const asked = Object.values(questions);

	test.each([
		['24 pixels wide and high for a pointer', { viewport: { width: 900, height: 700 } }, 24],
		[
			'44 on a phone',
			{ viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true },
			44,
		],
	])('are at least %s', async (_, device, least) => {
		const opened = await open('/', device);
		const scales = [2, 7, 10].flatMap((scale) =>
			(['stars', 'faces', 'numbers'] as const).map((style) => ({
				...questions.stars,
				style,
				scale,
			})),
		);
		for (const question of [...asked, ...scales]) {
			await opened.draw(promptOf([question]));
			const small = (await targets(opened)).filter(({ side }) => side < least);
			expect(small).toEqual([]);
			await opened.page.evaluate(() => window.drawing.close());
			await opened.gone();
		}
	});
});

describe('at 200 and 400% zoom', thorough, () => {
	test.each([
		[640, 360],
		[320, 256],
	])('everything is reachable in %i × %i pixels', async (width, height) => {
		const opened = await open('/', { viewport: { width, height } });
		for (const question of [
			questions.nps,
			questions.multiple,
			questions.message,
			questions.stars,
		]) {
			await opened.draw(promptOf([question, questions.long]));
			const box = (await opened.panel.boundingBox())!;
			expect(box.x).toBeGreaterThanOrEqual(0);
			expect(box.y).toBeGreaterThanOrEqual(0);
			expect(box.x + box.width).toBeLessThanOrEqual(width);
			expect(box.y + box.height).toBeLessThanOrEqual(height);
			const wide = await opened.panel
				.locator('.scroll')
				.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
			expect(wide).toBe(0);
			await opened.press(/Close/);
			await opened.gone();
		}
	});
});

test('with forced colours, the selected and the focused option are visible', thorough, async () => {
	const opened = await open('/gallery', { forcedColors: 'active' });
	await opened.draw(promptOf([questions.numbers, questions.multiple]));
	await opened.panel.getByRole('radio').nth(2).check();
	const marks = await opened.panel
		.locator('.mark')
		.evaluateAll((all) => all.map((mark) => getComputedStyle(mark).backgroundColor));
	expect(new Set(marks).size).toBe(2);
	await opened.press('Next');
	await opened.panel.getByRole('checkbox').first().check();
	const ticks = await opened.panel
		.getByRole('checkbox')
		.evaluateAll((all) => all.map((box) => getComputedStyle(box).backgroundColor));
	expect(new Set(ticks).size).toBe(2);
	expect(await findViolations(opened.page)).toEqual([]);
});

test('nothing moves for people who prefer reduced motion', async () => {
	const calm = await open();
	await calm.draw(promptOf([questions.stars, questions.long]));
	await calm.panel.and(calm.page.locator(':not(.enter)')).waitFor();
	expect(await calm.panel.evaluate((panel) => panel.getAnimations({ subtree: true }).length)).toBe(
		0,
	);
	const lively = await open('/', { reducedMotion: 'no-preference' });
	const moving = await lively.page.evaluate(
		async (prompt) => {
			await window.drawPrompt(prompt);
			const root = document.querySelector('feedback-prompt')!.shadowRoot!;
			const panel = root.querySelector('[part=panel]')!;
			await new Promise((moves) => panel.addEventListener('transitionrun', moves, { once: true }));
			return panel.getAnimations().length;
		},
		promptOf([questions.stars]),
	);
	expect(moving).toBe(2);
});
