// A page with what a picture shows and hides, and what reads the pictures that arrive.
import type { PromptToDraw } from '@feedback/contract/wire';
import type { Page } from 'playwright';

import { answerEvents, displayPrompt } from './answers.ts';
import { report } from './fixture.ts';
import type { Service } from './service.ts';

declare global {
	interface Window {
		/** Everything that was made into an image on this page. */
		serialized: string[];
	}
}

const questions: PromptToDraw['questions'] = [
	{ id: 'shot', type: 'screenshot', title: 'What do you see?', required: false },
	{ id: 'why', type: 'long_text', title: 'What happened?', required: false, max_length: 500 },
];

/** Displays a prompt that asks for a picture first. Answers are accepted, whatever they are. */
export function askForPicture(service: Service, more: Partial<PromptToDraw> = {}): void {
	const decision = displayPrompt({ questions, ...more });
	service.script = ({ route, body }) => {
		if (route === 'answer') {
			const { display, seq, final } = body;
			return { body: { response: display, seq, final, now: Date.now() } };
		}
		return body.decide ? { body: answerEvents(body, decision) } : undefined;
	};
}

/** Words that no picture may contain. */
export const secrets = [
	'typed-name',
	'typed-note',
	'chosen-plan',
	'edited-text',
	'marked-total',
	'optional-mark',
	'framed-words',
	'shadow-value',
	'inline-mark',
	'placeholder-words',
];

export const secretPage = `
<style>
	body { margin: 0; font: 16px/1.5 sans-serif; background: #fff; }
	header { position: fixed; inset: 0 0 auto; height: 40px; background: rgb(0, 90, 200); color: #fff; }
	main { padding: 60px 20px; }
	main > * { display: block; width: 300px; height: 30px; margin-bottom: 10px; color: rgb(200, 0, 0); }
	#tall { height: 6000px; background: rgb(230, 230, 0); }
	#seen { background: rgb(0, 160, 70); }
</style>
<script src="/sdk/feedback.js"></script>
<header>Always there</header>
<main>
	<div id="seen">Seen by everyone</div>
	<input id="name" value="typed-name" placeholder="placeholder-words">
	<textarea id="note">typed-note</textarea>
	<select id="plan"><option>chosen-plan</option></select>
	<div id="edited" contenteditable>edited-text</div>
	<div id="marked" data-feedback-mask>marked-total <b>marked-total</b></div>
	<div id="optional" class="private">optional-mark</div>
	<iframe id="framed" srcdoc="<p>framed-words</p>"></iframe>
	<div id="host"></div>
	<p>Words with <span id="inline" data-feedback-mask>inline-mark</span> in them</p>
	<div id="tall">Far below</div>
</main>
<script>
	const root = document.querySelector('#host').attachShadow({ mode: 'open' });
	const field = document.createElement('input');
	field.value = 'shadow-value';
	root.append(field);
</script>`;

/** Collects what becomes an image. */
export function watchImages(page: Page): Promise<unknown> {
	return page.evaluate(() => {
		window.serialized = [];
		const serialize = XMLSerializer.prototype.serializeToString;
		XMLSerializer.prototype.serializeToString = function (node) {
			const text = serialize.call(this, node);
			window.serialized.push(text);
			return text;
		};
	});
}

/** Shows the prompt and opens the dialog with the picture. */
export async function takePicture(page: Page): Promise<void> {
	await report(page, 'one');
	await page.getByRole('button', { name: 'Add a picture of this page' }).click();
	await review(page).waitFor();
}

export const review = (page: Page) => page.getByRole('dialog', { name: 'Check your picture' });
export const press = (page: Page, name: string) =>
	page.getByRole('button', { name, exact: true }).click();

/** Sends the picture, and returns it as it arrived. */
export async function sendPicture(page: Page, service: Service): Promise<Buffer> {
	await press(page, 'Use picture');
	await page.getByText('Picture added').waitFor();
	return service.pictures().at(-1)!;
}

export type Pixel = [red: number, green: number, blue: number];

/** Colours of a picture at points of the page. */
export function readPixels(
	page: Page,
	picture: Buffer,
	points: (readonly [x: number, y: number])[],
): Promise<{ width: number; height: number; pixels: Pixel[] }> {
	return page.evaluate(
		async ([encoded, places]) => {
			const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
			const bitmap = await createImageBitmap(new Blob([bytes]));
			const canvas = document.createElement('canvas');
			const { width, height } = Object.assign(canvas, {
				width: bitmap.width,
				height: bitmap.height,
			});
			const context = canvas.getContext('2d')!;
			context.drawImage(bitmap, 0, 0);
			const scale = width / document.documentElement.clientWidth;
			const pixels = places.map(([x, y]) =>
				[...context.getImageData(x * scale, y * scale, 1, 1).data].slice(0, 3),
			);
			return { width, height, pixels: pixels as [number, number, number][] };
		},
		[picture.toString('base64'), points] as const,
	);
}

/** The middle of an element of the page. */
export function middleOf(page: Page, selector: string): Promise<readonly [number, number]> {
	return page.evaluate((found) => {
		const { left, top, width, height } = document.querySelector(found)!.getBoundingClientRect();
		return [left + width / 2, top + height / 2] as const;
	}, selector);
}
