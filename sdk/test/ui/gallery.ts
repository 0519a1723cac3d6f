// Draws every kind of question in every theme and on every device, for people to review and for
// `pictures/looks.test.ts` to compare. `node gallery.ts` rewrites the pictures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Appearance, PromptToDraw, QuestionToDraw } from '@feedback/contract/wire';
import type { Browser, Page } from 'playwright';

import { findWords } from '../../../contract/src/words.ts';
import { launch } from './launch.ts';
import { promptOf, questions } from './prompts.ts';
import { serveUi } from './serve.ts';

export const folder = new URL('screenshots/', import.meta.url);

type Device = 'desktop' | 'phone';

export type Scene = {
	name: string;
	theme: 'light' | 'dark';
	device: Device;
	prompt: PromptToDraw;
	act?: (page: Page) => Promise<void>;
};

const sizes = { desktop: { width: 640, height: 520 }, phone: { width: 375, height: 560 } };

/** Actions before the picture is taken, so that it shows an answer where there is room for one. */
const answers: Partial<Record<keyof typeof questions, (page: Page) => Promise<void>>> = {
	stars: (page) => page.getByRole('radio').nth(3).check(),
	numbers: (page) => page.getByRole('radio').nth(4).check(),
	faces: (page) => page.getByRole('radio').nth(3).check(),
	nps: (page) => page.getByRole('radio').nth(9).check(),
	single: (page) => page.getByRole('radio').nth(1).check(),
	multiple: async (page) => {
		await page.getByRole('checkbox').nth(0).check();
		await page.getByRole('checkbox').nth(1).check();
	},
	long: (page) => page.getByRole('textbox').fill('Exporting to PDF took a while yesterday.'),
	consent: (page) => page.getByRole('checkbox').check(),
};

const arabic = {
	...questions.stars,
	title: 'ما مدى سهولة تصدير تقريرك؟',
	low_label: 'صعب جدًا',
	high_label: 'سهل جدًا',
};

const pressSend = (page: Page) => page.getByRole('button', { name: /Send|Next/ }).click();

const states: Record<
	string,
	[QuestionToDraw[], Partial<Appearance>, Scene['act'], Partial<PromptToDraw>?]
> = {
	thanks: [
		[questions.yes_no],
		{},
		async (page) => {
			await page.getByRole('radio').first().check();
			await pressSend(page);
			await page.getByText('We read every answer.').waitFor();
		},
		{ thank_you: { title: 'Thank you!', text: 'We read every answer.' } },
	],
	fault: [[questions.single], {}, pressSend],
	step: [
		[questions.stars, questions.long, questions.nps],
		{},
		async (page) => {
			await page.getByRole('radio').nth(2).check();
			await pressSend(page);
		},
	],
	arabic: [
		[arabic, questions.long],
		{},
		(page) => page.getByRole('radio').nth(3).check(),
		{ language: 'ar', words: findWords('ar') },
	],
	yellow: [[questions.numbers], { accent: '#facc15', radius: 24 }, answers.numbers],
	square: [[questions.multiple], { accent: '#0f766e', radius: 0 }, answers.multiple],
	center: [[questions.nps], { position: 'center' }, undefined],
	inline: [[questions.faces], { position: 'inline', target: '#place' }, answers.faces],
};

export function listScenes(): Scene[] {
	const scenes: Scene[] = [];
	for (const device of ['desktop', 'phone'] as const) {
		for (const theme of ['light', 'dark'] as const) {
			for (const [name, question] of Object.entries(questions)) {
				const act = answers[name as keyof typeof questions];
				scenes.push({ name, theme, device, prompt: promptOf([question]), act });
			}
			for (const [name, [asked, look, act, more]] of Object.entries(states)) {
				scenes.push({ name, theme, device, prompt: promptOf(asked, look, more), act });
			}
		}
	}
	return scenes;
}

export const pictureName = ({ name, theme, device }: Scene) => `${name}-${theme}-${device}.png`;

/** Groups of scenes that can share a page, each with the page's device and theme. */
export function listPages(): Scene[][] {
	const scenes = listScenes();
	const key = ({ device, theme }: Scene) => `${device} ${theme}`;
	return [...new Set(scenes.map(key))].map((page) => scenes.filter((scene) => key(scene) === page));
}

/** The browser of a scene's device and theme. */
export function contextOf({ device, theme }: Scene) {
	const phone = device === 'phone';
	return { viewport: sizes[device], colorScheme: theme, hasTouch: phone, isMobile: phone };
}

/** A page to draw the scenes of one device and theme on, one after the other. */
export async function openPage(browser: Browser, url: string, scene: Scene): Promise<Page> {
	const page = await browser.newPage({ reducedMotion: 'reduce', ...contextOf(scene) });
	await page.goto(`${url}/gallery`);
	await page.evaluate('ready');
	return page;
}

/** Draws a scene, calls `look`, and removes the scene from the page again. */
export async function show<Seen>(
	page: Page,
	scene: Scene,
	look: (page: Page) => Promise<Seen>,
): Promise<Seen> {
	await page.evaluate((prompt) => window.drawPrompt(prompt), scene.prompt);
	await page.getByRole('dialog').waitFor();
	await scene.act?.(page);
	await page.mouse.move(1, 1);
	await page.evaluate('document.fonts.ready.then(() => {})');
	const seen = await look(page);
	await page.evaluate(() => window.drawing.close());
	await page.locator('feedback-prompt').waitFor({ state: 'detached' });
	await page.evaluate(() => scrollTo(0, 0));
	return seen;
}

export const takePicture = (page: Page) => page.screenshot({ caret: 'hide' });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const served = await serveUi();
	const browser = await launch();
	mkdirSync(folder, { recursive: true });
	for (const scenes of listPages()) {
		const page = await openPage(browser, served.url, scenes[0]!);
		for (const scene of scenes) {
			const picture = await show(page, scene, takePicture);
			writeFileSync(new URL(pictureName(scene), folder), picture);
		}
	}
	await browser.close();
	await served.close();
}
