// States of a page that keep visitors from its other parts: full screen, and focus locks.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { describe, expect, test } from 'vitest';

import { useUi, type Opened } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();
const prompt = promptOf([questions.long]);

const addToPage = ({ page }: Opened, html: string) =>
	page.evaluate((content) => {
		const box = document.createElement('div');
		box.id = 'box';
		box.setHTMLUnsafe(content);
		document.body.append(box);
	}, html);

async function type({ panel, page, press, answers }: Opened) {
	await panel.getByRole('textbox').click({ timeout: 5_000 });
	// A hand takes longer from the pointer to the keyboard than a page to pull the focus back.
	await page.waitForTimeout(200);
	await page.keyboard.type('Still here');
	expect(await panel.getByRole('textbox').inputValue()).toBe('Still here');
	await press('Send');
	expect(await answers()).toEqual([{ more: 'Still here' }, true]);
}

describe('in full screen', () => {
	const players = {
		element: '<button>Play</button>',
		page: '<button>Play</button>',
		'element with a shadow root':
			'<div><template shadowrootmode="open"><section><button>Play</button></section></template></div>',
	};
	const enter = async ({ page }: Opened, kind: string) => {
		await page.evaluate((name) => {
			const button = document.querySelector('#box button');
			const root = document.querySelector('#box div')?.shadowRoot;
			const target =
				name === 'page'
					? document.documentElement
					: (root?.querySelector('section') ?? document.querySelector('#box'));
			(button ?? root!.querySelector('button'))!.addEventListener('click', () =>
				target!.requestFullscreen(),
			);
		}, kind);
		await page.getByRole('button', { name: 'Play' }).click();
		await expect.poll(() => page.evaluate(() => !!document.fullscreenElement)).toBe(true);
	};

	test.each(Object.entries(players))(
		'a prompt on the page can be answered: %s',
		async (kind, html) => {
			const opened = await open('/', { own: true });
			await addToPage(opened, html);
			await opened.draw(prompt);
			await enter(opened, kind);
			await type(opened);
		},
	);

	test.each(Object.entries(players))('a later prompt can be answered: %s', async (kind, html) => {
		const opened = await open('/', { own: true });
		await addToPage(opened, html);
		await enter(opened, kind);
		await opened.draw(prompt);
		await type(opened);
		expect(await opened.page.evaluate(() => !!document.fullscreenElement)).toBe(true);
	});

	test('a prompt survives its end', async () => {
		const opened = await open('/', { own: true });
		await addToPage(opened, players.element);
		await enter(opened, 'element');
		await opened.draw(prompt);
		await opened.page.evaluate(() => document.exitFullscreen());
		await expect
			.poll(() =>
				opened.page.evaluate(
					() => document.querySelector('feedback-prompt')?.parentElement?.tagName,
				),
			)
			.toBe('HTML');
		await type(opened);
	});
});

/** Parts of a page that keep the focus by script, without the role of a dialog. */
const locks = {
	'pulls the focus back at once': `document.addEventListener('focusin', (event) => {
		if (drawer.contains(event.target)) return;
		event.stopImmediatePropagation();
		drawer.querySelector('input').focus();
	}, true)`,
	'pulls the focus back later': `document.addEventListener('focusout', () => setTimeout(() => {
		if (!drawer.contains(document.activeElement)) drawer.querySelector('input').focus();
	}))`,
	'prevents presses outside': `for (const type of ['mousedown', 'touchstart', 'click']) {
		document.addEventListener(type, (event) => {
			if (drawer.contains(event.target)) return;
			event.preventDefault();
			event.stopImmediatePropagation();
		}, true);
	}`,
	'is made by focus-trap': 'focusTrap.createFocusTrap(drawer).activate()',
};

describe.each(Object.entries(locks))('beside a part of the page that %s', (name, lock) => {
	const prepare = async (touch: boolean) => {
		const opened = await open('/', { own: true, hasTouch: touch });
		await addToPage(opened, '<div id="drawer"><input id="field"><button>Other</button></div>');
		if (name.includes('focus-trap')) {
			const require = createRequire(import.meta.url);
			const trap = require.resolve('focus-trap/dist/focus-trap.umd.js');
			const tabbable = createRequire(trap).resolve('tabbable/dist/index.umd.js');
			for (const file of [tabbable, trap]) await opened.page.evaluate(readFileSync(file, 'utf8'));
		}
		await opened.draw(prompt);
		await opened.page.evaluate(
			`{ const drawer = document.querySelector('#drawer'); ${lock}; drawer.querySelector('input').focus(); }`,
		);
		await opened.completed();
		return opened;
	};

	test('typing goes into the prompt', async () => {
		const opened = await prepare(false);
		await type(opened);
		expect(await opened.page.locator('#field').inputValue()).toBe('');
	});

	test('a tap works', async () => {
		const opened = await prepare(true);
		await opened.panel.getByRole('button', { name: 'Close' }).tap();
		await opened.gone();
	});
});

test('a lock that ends releases the prompt', async () => {
	const opened = await open();
	await addToPage(opened, '<div id="drawer"><input></div>');
	await opened.draw(prompt);
	await opened.page.evaluate(
		`{ const drawer = document.querySelector('#drawer'); ${locks['pulls the focus back at once']}; drawer.querySelector('input').focus(); }`,
	);
	await opened.completed();
	await opened.panel.getByRole('textbox').click();
	await expect
		.poll(() => opened.page.evaluate(() => !!document.querySelector('#drawer feedback-prompt')))
		.toBe(true);
	await opened.page.evaluate(() => document.querySelector('#drawer')!.remove());
	await opened.panel.waitFor();
	expect(await opened.panel.getByRole('textbox').isVisible()).toBe(true);
});
