// A question that asks for a picture of the page: what is drawn, what never is, and what the visitor decides.
import type { Locator, Page } from 'playwright';
import { describe, expect } from 'vitest';

import { screenshotBytes } from '@feedback/contract/shared-limits';

import { thorough } from '../../../testing/thorough.ts';
import { findViolations } from '../ui/axe.ts';
import { refuse } from './answers.ts';
import { readNotices, report, start, test } from './fixture.ts';
import {
	askForPicture,
	middleOf,
	type Pixel,
	press,
	readPixels,
	review,
	secretPage,
	secrets,
	sendPicture,
	takePicture,
	watchImages,
} from './screenshot-page.ts';
import type { Service } from './service.ts';

const script = '<script src="/sdk/feedback.js"></script>';
const loaded = (service: Service, kind: string) =>
	service.files.filter((file) => file.includes(`feedback-${kind}-`)).length;
const add = (page: Page) => page.getByRole('button', { name: 'Add a picture of this page' });
const answers = (service: Service) => service.to('answer').at(-1)?.answers;
const isDark = (pixel: number[]) => pixel.every((part) => part < 24);

describe('a picture of the page', () => {
	test('is checked by the visitor, and sent with the answers', async ({ open, service }) => {
		askForPicture(service);
		const page = await open();
		await report(page, 'one');
		await add(page).waitFor();
		expect([loaded(service, 'picture'), loaded(service, 'screenshot')]).toEqual([1, 0]);
		await add(page).click();
		await review(page).waitFor();
		expect(loaded(service, 'screenshot')).toBe(1);
		expect(service.pictures()).toEqual([]);
		await sendPicture(page, service);
		const [{ body, contentType }] = service.requests.filter(
			({ route }) => route === 'screenshots',
		) as [Service['requests'][number]];
		expect(contentType).toMatch(/^multipart\/form-data/);
		expect(body).toMatchObject({ site: 'site_test000000', question: 'shot' });
		expect(body.display).toBe(service.to('display')[0]!.display);
		await page.getByRole('button', { name: 'Next' }).and(page.locator(':focus')).waitFor();
		await page.keyboard.press('Enter');
		await page.getByRole('textbox').fill('It broke');
		await press(page, 'Send');
		await expect
			.poll(() => answers(service))
			.toEqual({ shot: expect.stringMatching(/^[\da-f-]{36}$/), why: 'It broke' });
		expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
	});

	test('contains neither fields, marked elements nor frames, but all the rest', async ({
		open,
		service,
	}) => {
		askForPicture(service);
		service.pages.set('/', secretPage);
		const page = await open({ init: { maskScreenshots: '.private' } });
		await watchImages(page);
		await takePicture(page);
		const picture = await sendPicture(page, service);
		const serialized = await page.evaluate(() => window.serialized.join());
		expect(serialized).toContain('Seen by everyone');
		for (const secret of secrets) expect(serialized).not.toContain(secret);
		const black = ['name', 'note', 'plan', 'edited', 'marked', 'optional', 'framed', 'inline'];
		const points = await Promise.all(
			[...black.map((id) => `#${id}`), '#seen', 'header'].map((each) => middleOf(page, each)),
		);
		const { pixels } = await readPixels(page, picture, points);
		expect(pixels.slice(0, black.length).map(isDark)).toEqual(black.map(() => true));
		expect(pixels[black.length]![1]).toBeGreaterThan(120);
		expect(pixels[black.length + 1]![2]).toBeGreaterThan(150);
	});

	test('keeps its note clear of the focus rings of the buttons above', async ({
		open,
		service,
	}) => {
		askForPicture(service);
		const page = await open();
		await report(page, 'one');
		const findGap = async (button: Locator) => {
			const [above, note] = await Promise.all([
				button.boundingBox(),
				page.locator('#picture-status').boundingBox(),
			]);
			return note!.y - above!.y - above!.height;
		};
		await add(page).focus();
		// A ring ends 4 pixels outside.
		expect(await findGap(add(page))).toBeGreaterThanOrEqual(8);
		await add(page).click();
		await sendPicture(page, service);
		const remove = page.getByRole('button', { name: 'Remove picture' });
		expect(await findGap(remove)).toBeGreaterThanOrEqual(8);
	});

	test('has the dark ground of a page that only its meta element declares', async ({
		open,
		service,
	}) => {
		askForPicture(service);
		service.pages.set('/', `<meta name="color-scheme" content="light dark">${script}<p>Light text`);
		const page = await open();
		await page.emulateMedia({ colorScheme: 'dark' });
		await takePicture(page);
		const { width, height } = page.viewportSize()!;
		const middle: [number, number] = [width / 2, height / 2];
		const { pixels } = await readPixels(page, await sendPicture(page, service), [middle]);
		expect(isDark(pixels[0]!)).toBe(true);
	});

	test('keeps what stands beside a field of a fractional width on its line', async ({
		open,
		service,
	}) => {
		askForPicture(service);
		service.pages.set(
			'/',
			`${script}<div style="display: flex; flex-wrap: wrap; width: max-content">
				<select style="box-sizing: border-box; width: 100.6px; height: 40px"></select>
				<div id="beside" style="width: 80px; height: 40px; background: #0c0"></div>
			</div>`,
		);
		const page = await open();
		await takePicture(page);
		const picture = await sendPicture(page, service);
		const { pixels } = await readPixels(page, picture, [await middleOf(page, '#beside')]);
		expect(pixels[0]![1]).toBeGreaterThan(150);
		expect(pixels[0]![0]).toBeLessThan(60);
	});

	test('shows the part of a long page that is in the window, without the prompt', async ({
		open,
		service,
	}) => {
		askForPicture(service);
		service.pages.set('/', secretPage);
		const page = await open();
		await watchImages(page);
		await page.evaluate(() => scrollTo(0, 1_500));
		await takePicture(page);
		const picture = await sendPicture(page, service);
		const { width, height } = page.viewportSize()!;
		const found = await readPixels(page, picture, [
			[60, height / 2],
			[60, 20],
			[width - 200, height - 100],
		]);
		expect([found.width, found.height]).toEqual([width, height]);
		const [far, header, belowPrompt] = found.pixels as [Pixel, Pixel, Pixel];
		// Yellow, blue, and the white of the page where the prompt is.
		expect(far[2]).toBeLessThan(90);
		expect(header[2]).toBeGreaterThan(150);
		expect(Math.min(...belowPrompt)).toBeGreaterThan(240);
		// What is out of sight is not even copied.
		expect(await page.evaluate(() => window.serialized.join())).not.toContain('Seen by everyone');
	});

	test('is not taken while the selector of more masks is not valid', async ({ open, service }) => {
		askForPicture(service);
		const page = await open({ init: { maskScreenshots: '..' } });
		await report(page, 'one');
		await add(page).click();
		await page.getByText('The picture could not be taken').waitFor();
		expect(service.pictures()).toEqual([]);
	});

	test('stays below the limit of bytes', { ...thorough }, async ({ browser, service }) => {
		askForPicture(service);
		service.pages.set(
			'/',
			`${script}<canvas width="800" height="600" style="position:fixed;inset:0;width:1600px;height:1200px;image-rendering:pixelated"></canvas><script>
				const canvas = document.querySelector('canvas').getContext('2d');
				const noise = canvas.createImageData(800, 600);
				for (let at = 0; at < noise.data.length; at += 65536) crypto.getRandomValues(noise.data.subarray(at, at + 65536));
				for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
				canvas.putImageData(noise, 0, 0);
			</script>`,
		);
		const page = await browser.newPage({
			deviceScaleFactor: 2,
			viewport: { width: 1_600, height: 1_200 },
		});
		await page.goto(service.url);
		await start(page);
		await takePicture(page);
		const picture = await sendPicture(page, service);
		expect(picture.length).toBeLessThanOrEqual(screenshotBytes);
		expect(picture.length).toBeGreaterThan(screenshotBytes / 10);
		await page.close();
	});
});

describe('the visitor', () => {
	test('blacks out more by keyboard alone', async ({ open, service }) => {
		askForPicture(service);
		service.pages.set('/', `${script}<style>body{background:rgb(0,160,70)}</style>`);
		const page = await open();
		await report(page, 'one');
		await add(page).focus();
		await page.keyboard.press('Enter');
		await review(page).waitFor();
		const focused = (name: string) =>
			review(page).getByLabel(name, { exact: true }).and(page.locator(':focus'));
		await page.getByRole('button', { name: 'Use picture' }).and(page.locator(':focus')).waitFor();
		while (
			!(await page
				.getByRole('button', { name: 'Black out an area' })
				.and(page.locator(':focus'))
				.count())
		) {
			await page.keyboard.press('Shift+Tab');
		}
		await page.keyboard.press('Enter');
		await focused('Black box 1 of 1').waitFor();
		for (let press = 0; press < 35; press++) await page.keyboard.press('ArrowLeft');
		for (let press = 0; press < 40; press++) await page.keyboard.press('ArrowUp');
		await page.keyboard.press('Shift+ArrowRight');
		await review(page).getByText('31% wide, 20% high').waitFor();
		expect(await findViolations(page)).toEqual([]);
		await page.keyboard.press('Escape');
		await review(page).waitFor({ state: 'detached' });
		expect(service.pictures()).toEqual([]);
		// Escape closed the picture, and not the prompt.
		await add(page).and(page.locator(':focus')).waitFor();
		await page.keyboard.press('Enter');
		await review(page).waitFor();
		await press(page, 'Black out an area');
		await page.keyboard.press('Delete');
		await page
			.getByRole('button', { name: 'Black out an area' })
			.and(page.locator(':focus'))
			.waitFor();
		await press(page, 'Undo');
		await focused('Black box 1 of 1').or(review(page).getByLabel('Black box 1 of 1')).waitFor();
		const picture = await sendPicture(page, service);
		const { width, height } = page.viewportSize()!;
		const { pixels } = await readPixels(page, picture, [
			[width / 2, height / 2],
			[width / 8, height / 8],
		]);
		expect(isDark(pixels[0]!)).toBe(true);
		expect(pixels[1]![1]).toBeGreaterThan(120);
	});

	test('blacks out more with the pointer, undoes it, and takes it again', async ({
		open,
		service,
	}) => {
		askForPicture(service);
		service.pages.set('/', `${script}<style>body{background:rgb(0,160,70)}</style>`);
		const page = await open();
		await takePicture(page);
		const stage = (await review(page).getByRole('img').boundingBox())!;
		const drag = async (from: number, to: number) => {
			await page.mouse.move(stage.x + stage.width * from, stage.y + stage.height * from);
			await page.mouse.down();
			await page.mouse.move(stage.x + stage.width * to, stage.y + stage.height * to, { steps: 3 });
			await page.mouse.up();
		};
		await drag(0.1, 0.3);
		await drag(0.6, 0.8);
		await review(page).getByLabel('Black box 2 of 2').waitFor();
		await press(page, 'Undo');
		await review(page).getByLabel('Black box 1 of 1').waitFor();
		const picture = await sendPicture(page, service);
		const { width, height } = page.viewportSize()!;
		const { pixels } = await readPixels(page, picture, [
			[width * 0.2, height * 0.2],
			[width * 0.7, height * 0.7],
		]);
		expect(isDark(pixels[0]!)).toBe(true);
		expect(pixels[1]![1]).toBeGreaterThan(120);
		await press(page, 'Edit picture');
		await review(page).getByLabel('Black box 1 of 1').waitFor();
		await press(page, 'Take again');
		await review(page).waitFor();
		await expect
			.poll(() =>
				review(page)
					.getByLabel(/Black box/)
					.count(),
			)
			.toBe(0);
		await press(page, 'Cancel');
		await press(page, 'Remove picture');
		await add(page).and(page.locator(':focus')).waitFor();
		await press(page, 'Skip');
		await press(page, 'Skip');
		await expect.poll(() => answers(service)).toEqual({ shot: null, why: null });
	});

	test('goes on with the picture on the next page', async ({ open, service }) => {
		askForPicture(service);
		const page = await open();
		await takePicture(page);
		await sendPicture(page, service);
		await page.goto(`${service.url}/second`);
		await start(page);
		await page.getByText('Picture added').waitFor();
		await press(page, 'Next');
		await press(page, 'Skip');
		await expect.poll(() => answers(service)).toMatchObject({ shot: expect.any(String) });
		expect(service.pictures().length).toBe(1);
	});
});

describe('when it fails', () => {
	test('for lack of a connection, the picture can be sent again', async ({ open, service }) => {
		askForPicture(service);
		const { script: usual } = service;
		const page = await open();
		await takePicture(page);
		service.script = (request) => (request.route === 'screenshots' ? 'cut' : usual(request));
		await press(page, 'Use picture');
		await page.getByRole('alert').getByText('No connection. Try again').waitFor();
		service.script = usual;
		await sendPicture(page, service);
	});

	test('because the service refuses it, the prompt goes on without it', async ({
		open,
		service,
	}) => {
		askForPicture(service);
		const { script: usual } = service;
		const page = await open();
		await takePicture(page);
		service.script = (request) =>
			request.route === 'screenshots' ? refuse('body_too_large') : usual(request);
		await press(page, 'Use picture');
		await page.getByRole('alert').getByText('The picture was not accepted.').waitFor();
		expect(await readNotices(page)).toContain('error:body_too_large');
		await press(page, 'Cancel');
		await press(page, 'Skip');
		await press(page, 'Skip');
		await expect.poll(() => answers(service)).toEqual({ shot: null, why: null });
	});

	test('because the page’s policy forbids it, the prompt says so', async ({ open, service }) => {
		askForPicture(service);
		service.pages.set(
			'/',
			`<meta http-equiv="Content-Security-Policy" content="img-src 'self'">${script}`,
		);
		const page = await open();
		await report(page, 'one');
		await add(page).click();
		await page.getByText('This page does not allow pictures.').waitFor();
		await press(page, 'Skip');
		await page.getByRole('textbox').waitFor();
	});

	test.for([
		['screenshot', 'shot'],
		['picture', 'why'],
	] as const)(
		'because the file %s is missing, the prompt goes on',
		async ([kind, first], { context, open, service }) => {
			askForPicture(service);
			await context.route(`**/feedback-${kind}-*`, (route) => route.abort());
			const page = await open();
			await report(page, 'one');
			if (first === 'shot') {
				await add(page).click();
				await page.getByText('The picture could not be taken.').waitFor();
				await press(page, 'Skip');
			} else expect(await readNotices(page)).toContain('error:ui_failed');
			await page.getByRole('textbox', { name: 'What happened?' }).waitFor();
		},
	);
});

test('a page with a strict policy and Trusted Types can be drawn', async ({ open, service }) => {
	askForPicture(service);
	const policy = [
		"default-src 'none'",
		"script-src 'self'",
		"connect-src 'self'",
		'img-src data:',
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join(';');
	service.pages.set(
		'/',
		`<meta http-equiv="Content-Security-Policy" content="${policy}">${script}<h1>App</h1><input>`,
	);
	const page = await open();
	const problems: string[] = [];
	page.on('console', (line) => {
		if (line.type() === 'error') problems.push(line.text());
	});
	await takePicture(page);
	expect(await findViolations(page)).toEqual([]);
	await sendPicture(page, service);
	expect(problems).toEqual([]);
});

test('a prompt without such a question downloads nothing for it', async ({ open, service }) => {
	askForPicture(service, {
		questions: [{ id: 'why', type: 'long_text', title: 'Why?', required: false, max_length: 500 }],
	});
	const page = await open();
	await report(page, 'one');
	await page.getByRole('textbox').waitFor();
	expect([loaded(service, 'picture'), loaded(service, 'screenshot')]).toEqual([0, 0]);
});
