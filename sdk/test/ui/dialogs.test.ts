import { describe, expect, test } from 'vitest';

import { useUi, type Opened } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();
const prompt = promptOf([questions.long]);

/** Answers the prompt by pointer and keyboard, which fails if the prompt is inert or covered. */
async function answer({ panel, press, answers }: Opened) {
	await panel.getByRole('textbox').click({ timeout: 5_000 });
	await panel.getByRole('textbox').pressSequentially('Still here');
	await press('Send');
	expect(await answers()).toEqual([{ more: 'Still here' }, true]);
}

const showModal = ({ page }: Opened) =>
	page.evaluate(() => {
		const dialog = document.createElement('dialog');
		dialog.innerHTML = '<p>A modal dialog</p><button>OK</button>';
		document.body.append(dialog);
		dialog.showModal();
	});

const isOnTop = ({ panel }: Opened) =>
	panel.evaluate((element) => {
		const { x, y, width, height } = element.getBoundingClientRect();
		const { host } = element.getRootNode() as ShadowRoot;
		const around = host.getRootNode() as Document | ShadowRoot;
		return around.elementFromPoint(x + width / 2, y + height / 2) === host;
	});

describe('over a modal dialog', () => {
	test('that opens after it, the prompt can be answered', async () => {
		const opened = await open();
		await opened.draw(prompt);
		await showModal(opened);
		await expect.poll(() => isOnTop(opened)).toBe(true);
		await answer(opened);
	});

	test('that was open before it, the prompt can be answered', async () => {
		const opened = await open();
		await showModal(opened);
		await opened.draw(prompt);
		await answer(opened);
	});

	test('that closes, the prompt stays', async () => {
		const opened = await open();
		await opened.draw(prompt);
		await showModal(opened);
		await expect.poll(() => isOnTop(opened)).toBe(true);
		await opened.page.evaluate(() => document.querySelector('dialog')!.close());
		await expect.poll(() => opened.panel.isVisible()).toBe(true);
		await answer(opened);
	});

	test('that is removed with all its content, the prompt stays', async () => {
		const opened = await open();
		await opened.draw(prompt);
		await showModal(opened);
		await expect.poll(() => isOnTop(opened)).toBe(true);
		await opened.panel.getByRole('textbox').fill('Half');
		await opened.page.evaluate(() => document.querySelector('dialog')!.remove());
		await opened.panel.waitFor();
		expect(await opened.panel.getByRole('textbox').inputValue()).toBe('Half');
		await opened.panel.getByRole('textbox').fill('');
		await answer(opened);
	});

	test('inside another, the prompt can be answered', async () => {
		const opened = await open();
		await opened.draw(prompt);
		await showModal(opened);
		await showModal(opened);
		await expect.poll(() => isOnTop(opened)).toBe(true);
		await answer(opened);
	});

	test('in a shadow root, the prompt can be answered', async () => {
		const opened = await open();
		await opened.draw(prompt);
		await opened.page.evaluate(() => {
			const host = document.createElement('div');
			const dialog = document.createElement('dialog');
			dialog.append(document.createElement('button'));
			host.attachShadow({ mode: 'open' }).append(dialog);
			document.body.append(host);
			dialog.showModal();
		});
		await expect.poll(() => isOnTop(opened)).toBe(true);
		await answer(opened);
	});

	test('escape closes the prompt and leaves the dialog open', async () => {
		const opened = await open();
		await showModal(opened);
		await opened.draw(prompt);
		await opened.panel.getByRole('textbox').focus();
		await opened.page.keyboard.press('Escape');
		await opened.gone();
		expect(await opened.page.locator('dialog[open]').count()).toBe(1);
	});
});

/** Behaviour of scripted dialogs, as in the libraries that most pages use. */
const locks = {
	/** Declares itself modal, makes the rest inert, pulls the focus back, and closes on a click outside. */
	modal: () => {
		const dialog = document.createElement('div');
		dialog.ariaModal = 'true';
		document.querySelector('main')!.inert = true;
		document.addEventListener('focusin', ({ target }) => {
			if (!dialog.contains(target as Node)) dialog.querySelector('button')!.focus();
		});
		document.addEventListener('pointerdown', ({ target }) => {
			if (!dialog.contains(target as Node)) dialog.remove();
		});
		return dialog;
	},
	/** Does nothing except record where the focus goes when it is removed. */
	silent: () => {
		const dialog = document.createElement('div');
		document.addEventListener('focusout', ({ relatedTarget }) => {
			const inside = dialog.contains(relatedTarget as Node);
			if (relatedTarget && !inside) dialog.querySelector('button')!.focus();
		});
		return dialog;
	},
	/** Listens before all others and blocks all outside events. */
	eager: () => {
		const dialog = document.createElement('div');
		for (const type of ['mousedown', 'click', 'focusin', 'touchstart']) {
			const forbid = (event: Event) => {
				if (dialog.contains(event.target as Node)) return;
				event.preventDefault();
				event.stopImmediatePropagation();
				if (type === 'focusin') dialog.querySelector('button')!.focus();
			};
			document.addEventListener(type, forbid, true);
		}
		return dialog;
	},
};

const showLock = ({ page }: Opened, lock: keyof typeof locks) =>
	page.evaluate(`{
		const dialog = (${locks[lock]})();
		dialog.id = 'lock';
		dialog.role = 'dialog';
		dialog.append(document.createElement('button'));
		document.body.append(dialog);
		dialog.querySelector('button').focus();
	}`);

const isInside = ({ page }: Opened) =>
	page.evaluate(
		() => !!document.querySelector('#lock')?.contains(document.querySelector('feedback-prompt')),
	);

describe.each(Object.keys(locks) as (keyof typeof locks)[])('over a %s focus lock', (lock) => {
	test('that opens after it, the prompt can be answered, and the dialog stays', async () => {
		const opened = await open();
		await opened.draw(prompt);
		await showLock(opened, lock);
		await expect.poll(() => isInside(opened)).toBe(true);
		await answer(opened);
		expect(await opened.page.locator('#lock').count()).toBe(1);
	});

	test('that was open before the prompt, the prompt can be answered', async () => {
		const opened = await open();
		await showLock(opened, lock);
		await opened.draw(prompt);
		await answer(opened);
	});
});

test('a dialog that is hidden releases the prompt', async () => {
	const opened = await open();
	await opened.draw(prompt);
	await showLock(opened, 'modal');
	await expect.poll(() => isInside(opened)).toBe(true);
	await opened.page.addStyleTag({ content: '#lock { display: none }' });
	await expect.poll(() => opened.panel.isVisible()).toBe(true);
	expect(await isInside(opened)).toBe(false);
});
