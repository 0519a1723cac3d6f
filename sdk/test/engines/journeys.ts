// What a visitor does in any browser. Each journey starts on a fresh page of a scripted service.
import { answerEvents, displayPrompt } from '../browser/answers.ts';
import { startService, type Service } from '../browser/service.ts';
import type { BrowserPage } from '../../../testing/browsers/browser-page.ts';
import { builtSdk } from '../built-sdk.ts';

/** Fails by throwing. */
export type Journey = (visitor: Visitor) => Promise<void>;

type Visitor = ReturnType<typeof createVisitor>;

const prompt = displayPrompt({
	questions: [
		{ id: 'score', type: 'rating', style: 'stars', scale: 5, title: 'How was it?', required: true },
		{ id: 'name', type: 'short_text', title: 'Your name?', required: false, max_length: 200 },
	],
}).display.prompt;

/** Parts of the page that journeys use. */
const content = `<meta name="viewport" content="width=device-width">
<h1>App</h1><input id="plain"><div id="host"></div>
<div id="drawer"><input id="drawn"></div>
<dialog id="dialog"><p>A modal dialog</p><button>OK</button></dialog>
<div id="full" style="background: #ccc; width: 300px; height: 100px"><button id="go">Full screen</button></div>
<script>
	host.attachShadow({ mode: 'open' }).innerHTML = '<input>';
	go.onclick = () => full.requestFullscreen();
</script>`;

/** Runs a journey on a page of a new service. */
export async function runJourney(page: BrowserPage, journey: Journey): Promise<void> {
	const service = await startService(builtSdk);
	try {
		service.script = ({ route, body }) =>
			route === 'events' && body.decide
				? { body: answerEvents(body, displayPrompt(prompt)) }
				: undefined;
		service.pages.set('/', `<script src="/sdk/feedback.js"></script>${content}`);
		await page.open(`${service.url}/`);
		const visitor = createVisitor(page, service);
		await visitor.run(`window.notices = [];
			Feedback.on((notice) => notices.push(notice.type === 'error' ? notice.error.code : notice.type));
			Feedback.init({ siteId: 'site_test000000' });`);
		await journey(visitor);
	} finally {
		await service.close();
	}
}

function createVisitor(page: BrowserPage, service: Service) {
	const { run } = page;
	const inPrompt = (code: string) =>
		`const root = document.querySelector('feedback-prompt')?.shadowRoot; ${code}`;

	async function until(what: string, code: string): Promise<void> {
		// Just below the time that a driver lets a script run: on a busy machine, a frame may take seconds.
		const done = await run<boolean>(`for (let tries = 0; tries < 1_000; tries++) {
			if (await (async () => { ${inPrompt(`return !!(${code});`)} })()) return true;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		return false;`);
		if (!done)
			throw new Error(
				`${what}, but it is not so: ${await run(inPrompt('return root?.querySelector(".panel")?.textContent ?? "no prompt"'))}`,
			);
	}

	return {
		...page,
		service,
		until,
		/** Reports an event, and waits for the prompt. */
		async see() {
			const shown = await run<boolean>(`return Feedback.event('report.exported');`);
			if (!shown) throw new Error(`Not shown: ${await run<string>('return String(notices)')}`);
			await until(
				'the prompt has entered',
				`root?.querySelector('.panel:not(.enter)')?.getAnimations({ subtree: true }).every(({ playState }) => playState === 'finished')`,
			);
			await until(
				'the prompt is complete',
				`root.adoptedStyleSheets.some(({ cssRules }) => cssRules[0].cssText.startsWith('.thanks'))`,
			);
		},
		/** Presses an element of the prompt. */
		async press(selector: string) {
			const [x, y] = await run<[number, number]>(
				inPrompt(`const { x, y, width, height } = root.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
					return [x + width / 2, y + height / 2];`),
			);
			await page.click(x, y);
		},
		/** Presses an element of the page. */
		async pressOnPage(id: string) {
			const [x, y] = await run<[number, number]>(
				`const { x, y, width, height } = document.getElementById('${id}').getBoundingClientRect(); return [x + width / 2, y + height / 2];`,
			);
			await page.click(x, y);
		},
		pressKey: page.press,
		title: (text: string) =>
			until(`the title is "${text}"`, `root?.querySelector('h2')?.textContent.includes('${text}')`),
		gone: () => until('the prompt has gone', `!document.querySelector('feedback-prompt')`),
	};
}

/** The journeys by the promise that they check. */
export const journeys: Record<string, Journey> = {
	async 'a prompt is answered by mouse and keyboard'(visitor) {
		await visitor.see();
		await visitor.press('.row label:nth-child(4)');
		await visitor.until('a star is chosen', `root.querySelector('input:checked')`);
		await visitor.press('.button');
		await visitor.title('Your name?');
		await visitor.type('Ann');
		await visitor.until('the text is in the field', `root.querySelector('input').value === 'Ann'`);
		await visitor.pressKey('Enter');
		await visitor.until('the prompt thanks', `root.querySelector('.thanks')`);
		await waitFor(() => visitor.service.to('answer').some(({ final }) => final));
		const answers = visitor.service.to('answer').findLast(({ final }) => final)?.answers;
		expectEqual(answers, { score: 4, name: 'Ann' });
	},
	async 'the thanks close when they are left alone'(visitor) {
		await visitor.see();
		await visitor.press('.row label:nth-child(4)');
		await visitor.press('.button');
		await visitor.title('Your name?');
		await visitor.press('.quiet');
		await visitor.until('the prompt thanks', `root.querySelector('.thanks')`);
		await visitor.move(20, 20);
		await visitor.gone();
	},
	async 'Escape closes the prompt, and the focus returns'(visitor) {
		await visitor.run('plain.focus()');
		await visitor.see();
		await visitor.press('.row label:nth-child(2)');
		await visitor.pressKey('Escape');
		await visitor.gone();
		await visitor.until('the field has the focus', `document.activeElement === plain`);
	},
	async 'the focus returns into a web component'(visitor) {
		await visitor.run(`host.shadowRoot.querySelector('input').focus()`);
		await visitor.see();
		await visitor.press('.row label:nth-child(2)');
		await visitor.pressKey('Escape');
		await visitor.gone();
		await visitor.until('the field has the focus', `host.shadowRoot.activeElement`);
	},
	async 'a prompt can be used above a modal dialog'(visitor) {
		await visitor.see();
		await visitor.run('dialog.showModal()');
		await visitor.until(
			'the prompt is in the dialog',
			`document.querySelector('dialog feedback-prompt')`,
		);
		await visitor.press('.row label:nth-child(4)');
		await visitor.until('a star is chosen', `root.querySelector('input:checked')`);
	},
	async 'a prompt can be used in full screen'(visitor) {
		await visitor.see();
		await visitor.pressOnPage('go');
		await visitor.until(
			'the prompt is in full screen',
			`document.fullscreenElement && document.querySelector('#full feedback-prompt')`,
		);
		await visitor.press('.close');
		await visitor.gone();
	},
	async 'a prompt can be typed into although the page locks the focus'(visitor) {
		await visitor.run(`document.addEventListener('focusin', (event) => {
			if (drawer.contains(event.target)) return;
			event.stopImmediatePropagation();
			drawn.focus();
		}, true);`);
		await visitor.see();
		await visitor.run('drawn.focus()');
		await visitor.press('.row label:nth-child(4)');
		await visitor.press('.button');
		await visitor.title('Your name?');
		await visitor.press('input');
		await visitor.until('the field has the focus', `root.activeElement?.tagName === 'INPUT'`);
		await visitor.type('Ann');
		await visitor.until('the text is in the field', `root.querySelector('input').value === 'Ann'`);
	},
	async 'an event that fails is sent again'(visitor) {
		const { script } = visitor.service;
		visitor.service.script = () => 'cut';
		const shown = await visitor.run<boolean>(`return Feedback.event('report.exported');`);
		expectEqual(shown, false);
		visitor.service.script = script;
		await visitor.open(`${visitor.service.url}/`);
		await visitor.run(`Feedback.init({ siteId: 'site_test000000' });`);
		await waitFor(() => visitor.service.eventIds().size === 1);
	},
	async 'an account is connected, and forgotten on sign-out'(visitor) {
		await visitor.run(`Feedback.identify('user_42', { plan: 'pro' });`);
		await waitFor(() => visitor.service.to('identify').length === 1);
		const before = await visitor.run<string>('return Feedback.visitorId()');
		await visitor.run('Feedback.reset()');
		const after = await visitor.run<string>('return Feedback.visitorId()');
		if (before === after) throw new Error('The visitor is the same after reset().');
	},
	async 'the files of a verified script are verified'(visitor) {
		const { url, pages } = visitor.service;
		const tag = `document.createElement('script')`;
		pages.set('/verified', content);
		await visitor.open(`${url}/verified`);
		await visitor.run(`const code = await (await fetch('/sdk/feedback.js')).arrayBuffer();
			const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', code));
			const script = Object.assign(${tag}, {
				src: '/sdk/feedback.js', crossOrigin: 'anonymous',
				integrity: 'sha384-' + btoa(String.fromCharCode(...hash)),
			});
			await new Promise((resolve, reject) => {
				script.onload = resolve;
				script.onerror = reject;
				document.head.append(script);
			});
			window.notices = [];
			Feedback.init({ siteId: 'site_test000000' });`);
		await visitor.see();
	},
	async 'the feedback button opens its prompt, and comes back'(visitor) {
		const { service } = visitor;
		service.script = ({ route, body }) => {
			const now = Date.now();
			if (route === 'show') return { body: { decision: displayPrompt(prompt), now } };
			if (!body.decide) return undefined;
			const launcher = { survey_id: prompt.survey_id, position: 'right', appearance: {} };
			return { body: { ...answerEvents(body, { reason: 'no_prompt' }), page: { launcher } } };
		};
		await visitor.run(`await Feedback.event('report.exported')`);
		const button = `document.querySelector('feedback-launcher')?.shadowRoot.querySelector('button')`;
		await visitor.until('the button is there', `${button}?.offsetWidth`);
		await visitor.run(`plain.focus()`);
		const [x, y] = await visitor.run<[number, number]>(
			`const { x, y, width, height } = ${button}.getBoundingClientRect(); return [x + width / 2, y + height / 2];`,
		);
		await visitor.click(x, y);
		await visitor.title('How was it?');
		await visitor.until('the button is hidden', `!${button}?.offsetWidth`);
		await visitor.press('.close');
		await visitor.gone();
		await visitor.until('the button is back', `${button}?.offsetWidth`);
		await visitor.run(`${button}.focus()`);
		await visitor.pressKey('Enter');
		await visitor.title('How was it?');
		await visitor.until('the prompt has the focus', `root.activeElement`);
		await visitor.pressKey('Escape');
		await visitor.gone();
		await visitor.until('the button has the focus', `${button}.matches(':focus')`);
	},
	async 'a picture of the page is sent, with its fields in black'(visitor) {
		const { service } = visitor;
		const asked = displayPrompt({
			questions: [{ id: 'shot', type: 'screenshot', title: 'What do you see?', required: false }],
		});
		service.script = ({ route, body }) => {
			const { display, seq, final } = body;
			if (route === 'answer') return { body: { response: display, seq, final, now: Date.now() } };
			return body.decide ? { body: answerEvents(body, asked) } : undefined;
		};
		await visitor.run(
			`document.body.style.background = 'rgb(0, 160, 70)'; plain.value = 'secret';`,
		);
		await visitor.see();
		await visitor.press('[part=screenshot]');
		await visitor.until('the picture is ready', `root?.activeElement?.closest('dialog[open]')`);
		await visitor.pressKey('Enter');
		await waitFor(() => service.pictures().length === 1);
		const picture = service.pictures()[0]!.toString('base64');
		const pixels = await visitor.run<[field: number[], page: number[]]>(`
			const bytes = Uint8Array.from(atob('${picture}'), (character) => character.charCodeAt(0));
			const bitmap = await createImageBitmap(new Blob([bytes]));
			const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
			const context = canvas.getContext('2d');
			context.drawImage(bitmap, 0, 0);
			const scale = bitmap.width / document.documentElement.clientWidth;
			const { x, y, width, height } = plain.getBoundingClientRect();
			return [[x + width / 2, y + height / 2], [x + width + 40, y + height / 2]].map(([left, top]) =>
				[...context.getImageData(left * scale, top * scale, 1, 1).data]);`);
		const [field, page] = pixels.map(([red = 0, green = 0]) => [red < 40, green > 120]);
		expectEqual(
			[field, page],
			[
				[true, false],
				[true, true],
			],
		);
		await visitor.until(
			'the picture is an answer',
			`root.querySelector('[part=screenshot-picture]')`,
		);
		await visitor.pressKey('Enter');
		await waitFor(() => service.to('answer').some(({ final }) => final));
	},
};

function expectEqual(found: unknown, expected: unknown): void {
	const [one, other] = [found, expected].map((value) => JSON.stringify(value));
	if (one !== other) throw new Error(`Expected ${other}, found ${one}.`);
}

async function waitFor(isSo: () => boolean): Promise<void> {
	for (let tries = 0; tries < 300; tries++) {
		if (isSo()) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error('The service did not receive it.');
}
