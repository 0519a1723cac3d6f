import { describe, expect, test } from 'vitest';

import { useUi, type Opened } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();
const prompt = promptOf([questions.single, questions.long], { font: 'system' });

/** Measures the position and appearance of everything in the prompt. */
function measure({ page }: Opened) {
	return page.evaluate(() => {
		const root = document.querySelector('feedback-prompt')!.shadowRoot!;
		return [...root.querySelectorAll('*')].map((element) => {
			const { x, y, width, height } = element.getBoundingClientRect();
			const style = getComputedStyle(element);
			const seen = [style.color, style.backgroundColor, style.font, style.display, style.opacity];
			return [element.tagName, x, y, width, height, ...seen].join(' ');
		});
	});
}

describe('a page with its own styles', () => {
	const sheets = {
		reset: '* { all: unset }',
		'important reset': '* { all: unset !important; float: left !important }',
		'loud elements':
			'button, input, label, h2, p, section { border: 9px solid red !important; font: 40px serif !important; margin: 50px !important }',
		'hidden prompt':
			'feedback-prompt, [popover], :popover-open { display: none !important; opacity: 0 !important; transform: scale(3) !important; visibility: hidden !important }',
		'moving root': 'html { transform: rotate(3deg); filter: blur(2px); font-size: 62.5%; zoom: 1 }',
		'odd text':
			'html { letter-spacing: 9px; text-transform: uppercase; text-align: right; line-height: 3; word-spacing: 9px; cursor: wait; color: red; direction: rtl }',
	};

	test.each(Object.entries(sheets))('cannot affect the prompt: %s', async (_, content) => {
		const plain = await open();
		await plain.draw(prompt);
		const hostile = await open();
		await hostile.page.addStyleTag({ content });
		await hostile.draw(prompt);
		expect(await measure(hostile)).toEqual(await measure(plain));
	});

	test.each([
		'--feedback-background: no colour; --feedback-text: 12px; --feedback-accent: url(x)',
		'--feedback-offset: auto; --feedback-width: fit-content; --feedback-radius: red',
		'--feedback-offset: 0; --feedback-font: 12px/2; --feedback-border: 1px solid red',
		'--prompt-accent: red; --prompt-radius: 0px; --covered: 300px; --accent: red; --bg: red; --gap: 90px',
	])('may use the same names for other custom properties: %s', async (tokens) => {
		const plain = await open();
		await plain.draw(prompt);
		await plain.completed();
		const styled = await open();
		await styled.page.addStyleTag({ content: `:root { ${tokens} }` });
		await styled.draw(prompt);
		await styled.completed();
		expect(await measure(styled)).toEqual(await measure(plain));
	});

	test('with a transparent colour does not show through the prompt', async () => {
		const opened = await open();
		await opened.page.addStyleTag({ content: ':root { --feedback-background: transparent }' });
		await opened.draw(promptOf([questions.single], { theme: 'dark' }));
		const colour = await opened.panel.evaluate((panel) => getComputedStyle(panel).backgroundColor);
		expect(colour).toBe('rgb(27, 29, 35)');
	});

	test('does not change the size of letters, but the visitor’s own size does', async () => {
		const opened = await open('/', { own: true });
		const size = () =>
			opened.panel.getByRole('heading').evaluate((title) => getComputedStyle(title).fontSize);
		await opened.page.addStyleTag({ content: 'html { font-size: 62.5% }' });
		await opened.draw(prompt);
		expect(await size()).toBe('17px');
		const session = await opened.page.context().newCDPSession(opened.page);
		await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
		await expect.poll(async () => Math.round(Number.parseFloat(await size()))).toBe(34);
		expect(await opened.panel.evaluate((panel) => panel.scrollWidth <= panel.clientWidth)).toBe(
			true,
		);
	});

	test('does not change while a prompt is drawn', async () => {
		const opened = await open();
		const look = () =>
			opened.page.evaluate(() => [
				document.styleSheets.length,
				document.adoptedStyleSheets.length,
				...[document.body, document.querySelector('#before')!].map((element) =>
					JSON.stringify([getComputedStyle(element).cssText, element.getBoundingClientRect()]),
				),
			]);
		const before = await look();
		await opened.draw(prompt);
		expect(await look()).toEqual(before);
	});

	test('may set colours and other styles with custom properties and parts', async () => {
		const opened = await open();
		await opened.page.addStyleTag({
			content: `feedback-prompt { --feedback-accent: #fde047; --feedback-radius: 3px }
				::part(title) { font-size: 31px }`,
		});
		await opened.draw(promptOf([questions.message]));
		const css = (locator: string, property: string) =>
			opened.panel
				.locator(locator)
				.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
		expect(await css('a', 'background-color')).toBe('rgb(253, 224, 71)');
		expect(await css('a', 'color')).toBe('color(srgb-linear 0 0 0)');
		expect(await css('h2', 'font-size')).toBe('31px');
		const radius = await opened.panel.evaluate((panel) => getComputedStyle(panel).borderRadius);
		expect(radius).toBe('3px');
	});
});

describe('a page with the strictest policy', () => {
	test('needs no exception', async () => {
		const opened = await open('/strict');
		await opened.page.evaluate(() => {
			document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
				console.error(violatedDirective),
			);
		});
		await opened.draw(promptOf([questions.stars, questions.long, questions.message]));
		await opened.panel.getByRole('radio').nth(2).check();
		await opened.press('Next');
		await opened.panel.getByRole('textbox').fill('Fine');
		await opened.press('Next');
		const styled = await opened.panel.evaluate((panel) => [
			panel.querySelectorAll('[style],style,script').length,
			getComputedStyle(panel).position,
		]);
		expect(styled).toEqual([0, 'fixed']);
		await opened.panel.getByText('Close').click();
		expect(opened.problems).toEqual([]);
	});
});

describe('a page that changed the language', () => {
	test('may freeze every prototype', async () => {
		const opened = await open('/', {
			before: `for (const each of [Object, Array, Function, String, Map, Promise, EventTarget, Node, Element,
				HTMLElement, HTMLInputElement, Document, Event]) Object.freeze(each.prototype);`,
		});
		await opened.draw(
			promptOf([
				{ ...questions.stars, id: 'constructor' },
				{ ...questions.long, id: 'to_string' },
			]),
		);
		await opened.panel.getByRole('radio').nth(2).check();
		await opened.press('Next');
		await opened.panel.getByRole('textbox').fill('Fine');
		await opened.press('Send');
		expect(await opened.answers()).toEqual([{ constructor: 3, to_string: 'Fine' }, true]);
		expect(opened.problems).toEqual([]);
	});
});

describe('a page that removes elements', () => {
	test('may replace its body', async () => {
		const opened = await open();
		await opened.draw(prompt);
		await opened.page.evaluate(() => document.body.replaceWith(document.createElement('body')));
		await opened.panel.getByRole('radio').first().check();
		await opened.press('Next');
		expect(await opened.answers()).toEqual([{ role: 'report' }, false]);
	});

	test('gets the prompt back with the typed text', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.long]));
		await opened.panel.getByRole('textbox').fill('Half a thou');
		await opened.page.evaluate(() => document.querySelector('feedback-prompt')!.remove());
		await opened.panel.waitFor();
		expect(await opened.panel.getByRole('textbox').inputValue()).toBe('Half a thou');
	});

	test('repeatedly no longer gets the prompt back', async () => {
		const opened = await open();
		await opened.draw(prompt);
		await opened.page.evaluate(() => {
			const remove = () => document.querySelector('feedback-prompt')?.remove();
			new MutationObserver(remove).observe(document, { childList: true, subtree: true });
			remove();
		});
		await expect.poll(() => opened.calls()).toEqual([['dismiss'], ['closed']]);
		expect(opened.problems).toEqual([]);
	});

	test('together with the place of an inline prompt ends the prompt', async () => {
		const opened = await open('/gallery');
		await opened.draw(promptOf([questions.nps], { position: 'inline', target: '#place' }));
		await opened.page.evaluate(() => document.querySelector('#place')!.remove());
		await expect.poll(() => opened.calls()).toEqual([['dismiss'], ['closed']]);
	});

	test.each([
		['without the place of an inline prompt', '#nowhere', 'The page has no element "#nowhere"'],
		['with that place hidden', '#before', 'The prompt is hidden by the page.'],
		['with a selector that is none', '>>', 'not a valid selector'],
	])('%s is reported immediately', async (_, target, message) => {
		const opened = await open();
		await opened.page.addStyleTag({ content: '#before { display: none }' });
		const failed = opened.draw(promptOf([questions.nps], { position: 'inline', target }));
		await expect(failed).rejects.toThrow(message);
		expect(await opened.page.locator('feedback-prompt').count()).toBe(0);
	});
});
