import { describe, expect, test } from 'vitest';

import { useUi, type Opened } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();

const focused = ({ page }: Opened) =>
	page.evaluate(() => {
		let element = document.activeElement;
		while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
		return element?.id || element?.ariaLabel || element?.textContent || element?.tagName;
	});

test('a prompt is answered from first to last without a pointer', async () => {
	const opened = await open();
	const { keyboard } = opened.page;
	await opened.page.locator('#before').focus();
	await opened.draw(
		promptOf([
			questions.stars,
			questions.multiple,
			questions.single,
			questions.short,
			questions.long,
		]),
	);
	await keyboard.press('Tab');
	expect(await focused(opened)).toBe('1 of 5, Very hard');
	await keyboard.press('ArrowRight');
	await keyboard.press('ArrowRight');
	await keyboard.press('Enter');
	await opened.panel.getByRole('heading', { name: 'What got in the way?' }).waitFor();
	await keyboard.press('Space');
	await keyboard.press('Tab');
	await keyboard.press('Space');
	await keyboard.press('Enter');
	await opened.panel.getByRole('heading', { name: 'What brought you' }).waitFor();
	await keyboard.press('ArrowUp');
	await keyboard.press('Tab');
	await keyboard.type('A demo');
	await keyboard.press('Enter');
	await opened.panel.getByRole('heading', { name: 'Where may we reach' }).waitFor();
	await keyboard.type('ann@example.com');
	await keyboard.press('Enter');
	await opened.panel.getByRole('heading', { name: 'Anything else' }).waitFor();
	await keyboard.type('One');
	await keyboard.press('Enter');
	await keyboard.type('two');
	await keyboard.press('Control+Enter');
	expect(await opened.answers()).toEqual([
		{
			ease: 3,
			trouble: ['slow', 'format'],
			role: { other: 'A demo' },
			email: 'ann@example.com',
			more: 'One\ntwo',
		},
		true,
	]);
});

describe('the focus', () => {
	test('stays with the page when a prompt opens', async () => {
		const opened = await open();
		await opened.page.locator('#before').focus();
		await opened.draw(promptOf([questions.long]));
		expect(await focused(opened)).toBe('before');
	});

	test('moves to the next question, and back to the page at the end', async () => {
		const opened = await open();
		await opened.page.locator('#before').focus();
		await opened.draw(promptOf([questions.nps, questions.yes_no]));
		await opened.page.keyboard.press('Tab');
		await opened.page.keyboard.press('Space');
		await opened.press('Next');
		expect(await focused(opened)).toBe('INPUT');
		await opened.page.keyboard.press('Escape');
		await opened.gone();
		expect(await focused(opened)).toBe('before');
	});

	test.each(['shadow root', 'frame', 'shadow root in a shadow root'])(
		'returns to a field of the page in a %s',
		async (place) => {
			const opened = await open('/', { own: true });
			const path = await opened.page.evaluate(async (kind) => {
				let parent: Element | ShadowRoot = document.body;
				for (let depth = kind.split(' in ').length; depth > 0 && kind !== 'frame'; depth--) {
					const host: HTMLElement = document.createElement('div');
					parent.append(host);
					parent = host.attachShadow({ mode: 'open' });
				}
				if (kind === 'frame') {
					const frame = document.createElement('iframe');
					const loaded = new Promise((resolve) => (frame.onload = resolve));
					parent.append(frame);
					await loaded;
					parent = frame.contentDocument!.body;
				}
				const field = document.createElement('input');
				parent.append(field);
				Object.assign(window, { field });
				return kind;
			}, place);
			expect(path).toBe(place);
			await opened.draw(promptOf([questions.nps, questions.yes_no]));
			await opened.page.evaluate('field.focus()');
			await opened.panel.getByRole('button', { name: 'Close' }).click();
			await opened.gone();
			await opened.page.keyboard.type('Back');
			expect(await opened.page.evaluate('field.value')).toBe('Back');
		},
	);

	test('moves to the question with an error', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.short]));
		await opened.panel.getByRole('textbox').fill('ann');
		await opened.press('Send');
		const field = opened.panel.getByRole('textbox');
		expect(await field.evaluate((input) => input.matches(':focus'))).toBe(true);
	});

	test('is visible on every element that the tab key reaches', async () => {
		const opened = await open();
		for (const question of [questions.stars, questions.single, questions.long, questions.message]) {
			await opened.draw(promptOf([question, questions.nps]));
			await opened.page.locator('#before').focus();
			const seen: string[] = [];
			for (;;) {
				await opened.page.keyboard.press('Tab');
				const ring = await opened.panel.evaluate((panel) => {
					const { activeElement } = panel.getRootNode() as ShadowRoot;
					if (!activeElement) return undefined;
					const around = [
						activeElement,
						activeElement.nextElementSibling,
						activeElement.parentElement,
					];
					return around.some((each) => each && getComputedStyle(each).outlineStyle === 'solid')
						? 'ring'
						: activeElement.outerHTML;
				});
				if (!ring) break;
				seen.push(ring);
			}
			expect(seen.length).toBeGreaterThan(2);
			expect(new Set(seen)).toEqual(new Set(['ring']));
			await opened.page.evaluate(() => window.drawing.close());
			await opened.gone();
		}
	});
});

describe('escape', () => {
	test('with the focus inside closes the prompt', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.long]));
		await opened.panel.getByRole('textbox').focus();
		await opened.page.keyboard.press('Escape');
		await opened.gone();
		expect(await opened.calls()).toEqual([['dismiss'], ['closed']]);
	});

	test('with the focus outside belongs to the page', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.long]));
		await opened.page.locator('#before').focus();
		await opened.page.keyboard.press('Escape');
		expect(await opened.panel.isVisible()).toBe(true);
		expect(await opened.calls()).toEqual([]);
	});
});

describe('shortcuts of the page', () => {
	test('receive no events for what is typed or clicked in the prompt', async () => {
		const opened = await open();
		await opened.page.evaluate(() => {
			const heard = (event: Event) => console.error(event.type);
			const types =
				'keydown keypress keyup input click pointerdown mousedown focusin touchstart change';
			for (const type of types.split(' ')) {
				document.addEventListener(type, heard);
				if (type.startsWith('key')) document.addEventListener(type, heard, true);
			}
		});
		await opened.draw(promptOf([questions.long]));
		await opened.panel.getByRole('textbox').click();
		await opened.page.keyboard.type('j/k?');
		expect(await opened.panel.getByRole('textbox').inputValue()).toBe('j/k?');
		expect(opened.problems).toEqual([]);
	});

	test('that see every key first ignore the prompt like a field of the page', async () => {
		const opened = await open('/', {
			before: `addEventListener('keydown', (event) => {
				if (event.target.isContentEditable) return;
				event.preventDefault();
				console.error(event.key);
			}, true)`,
		});
		await opened.draw(promptOf([questions.long]));
		await opened.panel.getByRole('textbox').click();
		await opened.page.keyboard.type('j/k?');
		expect(await opened.panel.getByRole('textbox').inputValue()).toBe('j/k?');
		expect(opened.problems).toEqual([]);
		await opened.press('Close');
		await opened.gone();
		await opened.page.keyboard.press('j');
		await expect.poll(() => opened.problems).toEqual(['j']);
	});

	test('receive all events again after it is closed', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.long]));
		await opened.press('Close');
		await opened.gone();
		await opened.page.evaluate(() =>
			document.addEventListener('keydown', ({ key }) => console.error(key)),
		);
		await opened.page.keyboard.press('j');
		await expect.poll(() => opened.problems).toEqual(['j']);
	});
});

test('composing a word with an input method neither sends nor closes', async () => {
	const opened = await open();
	await opened.draw(promptOf([questions.short]));
	await opened.panel.getByRole('textbox').focus();
	// Safari reports the key that ends the composition after it.
	for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
		for (const key of ['Enter', 'Escape']) {
			await opened.panel
				.getByRole('textbox')
				.dispatchEvent('keydown', { key, ...composing, bubbles: true, composed: true });
		}
	}
	expect(await opened.calls()).toEqual([]);
});
