import { describe, expect, test } from 'vitest';

import { useUi } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();
const thanked = promptOf(
	[questions.yes_no],
	{},
	{ thank_you: { title: 'Thank you!', text: 'We read every answer.' } },
);

describe('the thank-you', () => {
	async function openThanks() {
		const opened = await open('/', { own: true });
		await opened.page.clock.install({ time: 0 });
		// Drawing needs the page's timers, which do not run while the clock is paused.
		await opened.draw(thanked);
		await opened.page.clock.pauseAt(60_000);
		await opened.panel.getByRole('radio', { name: 'Yes' }).check();
		await opened.press('Send');
		await opened.panel.getByText('We read every answer.', { exact: true }).waitFor();
		return opened;
	}

	test('closes itself', async () => {
		const opened = await openThanks();
		await opened.page.mouse.move(0, 0);
		await opened.page.clock.runFor(4_900);
		expect(await opened.panel.isVisible()).toBe(true);
		await opened.page.clock.runFor(400);
		await opened.gone();
		expect(await opened.calls()).toEqual([['answer', { found: true }, true], ['closed']]);
	});

	test('waits while the pointer is on it', async () => {
		const opened = await openThanks();
		await opened.panel.hover();
		await opened.page.clock.runFor(60_000);
		expect(await opened.panel.isVisible()).toBe(true);
		await opened.page.mouse.move(0, 0);
		await opened.page.clock.runFor(6_000);
		await opened.gone();
	});

	test('waits while the keyboard is used in it', async () => {
		const opened = await open('/', { own: true });
		const { keyboard, clock } = opened.page;
		await clock.install({ time: 0 });
		await opened.page.locator('#before').focus();
		await opened.draw(thanked);
		await clock.pauseAt(60_000);
		for (const key of ['Tab', 'Space', 'Enter']) await keyboard.press(key);
		await opened.panel.getByText('We read every answer.', { exact: true }).waitFor();
		await opened.page.clock.runFor(60_000);
		expect(await opened.panel.isVisible()).toBe(true);
		await opened.page.keyboard.press('Enter');
		await opened.page.clock.runFor(400);
		await opened.gone();
		expect((await opened.calls()).map(([name]) => name)).toEqual(['answer', 'closed']);
	});

	test('has default texts if the author wrote none, and appears only after an answer', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.yes_no]));
		await opened.panel.getByRole('radio', { name: 'Yes' }).check();
		await opened.press('Send');
		await opened.panel.getByRole('heading', { name: 'Thank you!' }).waitFor();
		const silent = await open();
		await silent.draw(promptOf([{ ...questions.message, button: { label: 'Got it' } }]));
		await silent.press('Got it');
		await silent.gone();
	});
});

describe('the hooks', () => {
	test('are called once when the visitor closes the prompt', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.long]));
		await opened.page.evaluate(() => {
			const root = document.querySelector('feedback-prompt')!.shadowRoot!;
			const close = root.querySelector<HTMLElement>('[part=close]')!;
			close.click();
			close.click();
		});
		await opened.gone();
		expect(await opened.calls()).toEqual([['dismiss'], ['closed']]);
	});

	test('are not called when the SDK closes the prompt', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.long]));
		await opened.page.evaluate(() => {
			window.drawing.close();
			window.drawing.close();
		});
		await opened.gone();
		expect(await opened.calls()).toEqual([]);
	});

	test('may close the prompt themselves', async () => {
		const opened = await open();
		await opened.page.evaluate(
			async (prompt) => {
				const { draw } = await window.prepare({}, prompt);
				const drawing = draw(prompt, {
					onAnswer: () => drawing.close(),
					onDismiss: () => console.error('dismissed'),
					onPostpone: () => console.error('postponed'),
					onClosed: () => console.error('closed'),
				});
			},
			promptOf([questions.yes_no, questions.long]),
		);
		await opened.panel.getByRole('radio', { name: 'Yes' }).check();
		await opened.press('Next');
		await opened.gone();
		expect(opened.problems).toEqual([]);
	});
});

test('nothing on the page shifts when a prompt opens', async () => {
	const opened = await open('/gallery', { reducedMotion: 'no-preference', own: true });
	// Load the font first, like a page that shows text, because a late font shifts the layout.
	await opened.page.evaluate(() => document.fonts.load('16px Shown'));
	const shift = await opened.page.evaluate(
		async (prompt) => {
			let total = 0;
			const observer = new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) total += (entry as never as { value: number }).value;
			});
			observer.observe({ type: 'layout-shift', buffered: true });
			await window.drawPrompt(prompt);
			await new Promise((done) => setTimeout(done, 700));
			return total;
		},
		promptOf([questions.nps, questions.long]),
	);
	expect(shift).toBe(0);
});

test('a prompt is visible in its first frame, and its texts enter once', async () => {
	const { page } = await open('/gallery', { reducedMotion: 'no-preference', own: true });
	const seen = await page.evaluate(
		async (prompt) => {
			await window.drawPrompt(prompt);
			const root = document.querySelector('feedback-prompt')!.shadowRoot!;
			const panel = root.querySelector('[part=panel]')!;
			const first = Number(getComputedStyle(panel).opacity);
			const still = panel.getAnimations({ subtree: true }).length;
			await new Promise((moves) => panel.addEventListener('transitionrun', moves, { once: true }));
			await Promise.all(panel.getAnimations({ subtree: true }).map(({ finished }) => finished));
			await new Promise(requestAnimationFrame);
			await new Promise(requestAnimationFrame);
			const { opacity } = getComputedStyle(panel);
			return { first, still, opacity, after: panel.getAnimations({ subtree: true }).length };
		},
		promptOf([questions.stars, questions.long]),
	);
	expect(seen.first).toBeGreaterThanOrEqual(0.5);
	expect(seen).toMatchObject({ still: 0, opacity: '1', after: 0 });
});

test('a closed prompt leaves nothing behind', async () => {
	const { page } = await open();
	const session = await page.context().newCDPSession(page);
	const count = async (cycles: number) => {
		await page.evaluate(
			async ([prompt, times]) => {
				for (let cycle = 0; cycle < times; cycle++) {
					const { draw } = await window.prepare({}, prompt);
					await new Promise<void>((done) => {
						draw(prompt, { onAnswer() {}, onDismiss() {}, onPostpone() {}, onClosed: done });
						const root = document.querySelector('feedback-prompt')!.shadowRoot!;
						root.querySelector<HTMLElement>('[part=close]')!.click();
					});
				}
				// Announcements are still pending.
				await new Promise((done) => setTimeout(done, 300));
			},
			[promptOf([questions.single, questions.long]), cycles] as const,
		);
		await session.send('HeapProfiler.collectGarbage');
		await session.send('Performance.enable');
		const { metrics } = await session.send('Performance.getMetrics');
		const read = (name: string) => metrics.find((metric) => metric.name === name)!.value;
		return {
			nodes: read('Nodes'),
			listeners: read('JSEventListeners'),
			heap: read('JSHeapUsedSize'),
		};
	};
	const early = await count(10);
	const late = await count(90);
	expect(late.nodes).toBeLessThanOrEqual(early.nodes);
	expect(late.listeners).toBeLessThanOrEqual(early.listeners);
	expect(late.heap - early.heap).toBeLessThan(100_000);
});

test('debug logs each step', async () => {
	const opened = await open();
	const lines: string[] = [];
	opened.page.on('console', (line) => lines.push(line.text()));
	await opened.draw(promptOf([questions.yes_no]), { debug: true });
	await opened.press('Close');
	await opened.gone();
	expect(lines).toEqual(['[feedback] question found', '[feedback] prompt leaves tried']);
});
