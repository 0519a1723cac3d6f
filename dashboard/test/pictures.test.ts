// Results outside the page: as a PNG of a chart, on paper, and by a link.
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { demoSite } from '../../supabase/seed.ts';
import { giveResponses, manyScores } from './add-past-responses.ts';
import { findFaults } from './accessibility.ts';
import { openPage, startEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';
import type { Storage } from './reusable-pages.ts';

const longTimeout = { timeout: 60_000 };
const score = 'How likely are you to recommend Reports?';
let environment: Environment;
let signedIn: Storage;
let prompt: string;

beforeAll(async () => {
	environment = await startEnvironment();
	signedIn = await storeSignIn(environment.stack);
	await giveResponses(environment.stack, 'quick-poll', manyScores);
	const sql = postgres(environment.stack.adminUrl, { max: 1, onnotice() {} });
	const [row] = await sql<{ id: string }[]>`
		select id from app.prompts where site_id = ${demoSite.id} and survey_id = 'quick-poll'`;
	await sql.end();
	prompt = row!.id;
});
afterAll(() => environment?.close());

async function open(query = '', options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto(`/sites/${demoSite.id}/prompts/${prompt}/results${query}`);
	return opened;
}

/** Presses the button of a panel by keyboard, and resolves to the file. */
async function download(page: Page, title: string) {
	const button = page.getByRole('button', { name: `Download “${title}” as PNG` });
	await button.focus();
	const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
	return { name: file.suggestedFilename(), bytes: await readFile((await file.path())!) };
}

/**
 * Decodes a picture in the browser: its size, the color at its corner, the share of dark pixels, and the number of
 * colors.
 */
async function decode(bytes: Buffer) {
	const context = await environment.browser.newContext();
	const page = await context.newPage();
	const found = await page.evaluate(async (base64) => {
		const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
		const picture = await createImageBitmap(new Blob([data], { type: 'image/png' }));
		const { width, height } = picture;
		const drawing = new OffscreenCanvas(width, height).getContext('2d')!;
		drawing.drawImage(picture, 0, 0);
		const pixels = new Uint32Array(drawing.getImageData(0, 0, width, height).data.buffer);
		const isDark = (pixel: number) =>
			(pixel & 255) + ((pixel >> 8) & 255) + ((pixel >> 16) & 255) < 300;
		return {
			width,
			height,
			corner: pixels[0]!.toString(16),
			dark: pixels.filter(isDark).length / pixels.length,
			colors: new Set(pixels).size,
		};
	}, bytes.toString('base64'));
	await context.close();
	return found;
}

const shown = (page: Page, title: string) =>
	page.getByRole('region', { name: title, exact: true }).getByRole('img').first().waitFor();

describe('a PNG of a chart', () => {
	it('shows what the page shows, twice as large', { ...longTimeout, ...thorough }, async () => {
		const { page, close, consoleErrors } = await open('?trait=plan:team&period=90');
		await shown(page, score);
		const panel = (await page.getByRole('region', { name: score, exact: true }).boundingBox())!;
		const { name, bytes } = await download(page, score);
		expect(name).toMatch(/^how-likely-are-you-to-recommend-reports-\d{4}-\d\d-\d\d\.png$/);
		const picture = await decode(bytes);
		// The panel without its border, plus a margin.
		expect(Math.abs(picture.width - 2 * (panel.width - 2 + 48))).toBeLessThanOrEqual(1);
		expect(picture.height).toBeGreaterThan(2 * panel.height);
		expect(picture.corner).toBe('ffffffff');
		expect(picture.colors).toBeGreaterThan(50);
		expect(picture.dark).toBeGreaterThan(0.005);
		expect(picture.dark).toBeLessThan(0.2);
		// The sheet that the picture was drawn from is removed completely.
		expect(await page.locator('[inert]').count()).toBe(0);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it(
		'is on a light ground in dark mode too, and the same as in light mode',
		{ ...longTimeout, ...thorough },
		async () => {
			const light = await open('', { viewport: { width: 1_000, height: 800 } });
			const dark = await open('', { viewport: { width: 1_000, height: 800 }, colorScheme: 'dark' });
			await shown(light.page, score);
			await shown(dark.page, score);
			const pictures = [
				await decode((await download(light.page, score)).bytes),
				await decode((await download(dark.page, score)).bytes),
			];
			expect(pictures[1]!.corner).toBe('ffffffff');
			expect(pictures[1]!.dark).toBeCloseTo(pictures[0]!.dark, 2);
			expect([pictures[1]!.width, pictures[1]!.height]).toEqual([
				pictures[0]!.width,
				pictures[0]!.height,
			]);
			expect(dark.consoleErrors).toEqual([]);
			await light.close();
			await dark.close();
		},
	);

	it(
		'has all rows of a table, and the bars of a list',
		{ ...longTimeout, ...thorough },
		async () => {
			const { page, close, consoleErrors } = await open();
			await page.getByRole('button', { name: 'By day as a table' }).click();
			const table = await decode((await download(page, 'Displays and responses')).bytes);
			expect(table.height).toBeGreaterThan(2 * 28 * 30);
			const bars = await decode((await download(page, 'Drop-off')).bytes);
			expect(bars.colors).toBeGreaterThan(50);
			const rates = await download(page, 'Response rate by device');
			expect(rates.name).toMatch(/^response-rate-by-device-/);
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);

	it('is offered for figures, but not for text answers', thorough, async () => {
		const { page, close } = await open();
		await shown(page, score);
		const why = page.getByRole('region', { name: 'What is the main reason for your score?' });
		expect(await why.getByRole('button', { name: /as PNG$/ }).count()).toBe(0);
		await close();
	});

	it('that cannot be drawn shows what to do', thorough, async () => {
		const { page, close } = await open('', { viewport: { width: 1_000, height: 800 } });
		await shown(page, score);
		await page.evaluate(() => {
			XMLSerializer.prototype.serializeToString = () => {
				throw new Error('no memory');
			};
		});
		await page.getByRole('button', { name: `Download “${score}” as PNG` }).click();
		await page
			.getByText('The picture could not be drawn. Try again, or take a screenshot.')
			.waitFor();
		await close();
	});

	it('is offered on a shared page', { ...longTimeout, ...thorough }, async () => {
		const person = await signInByApi(environment.stack);
		const { url } = await person.createResultLink({
			site: demoSite.id,
			prompt,
			name: 'For the board',
			words: false,
			days: 7,
		});
		const { page, close, consoleErrors } = await openPage(environment, {
			storageState: { cookies: [], origins: [] },
		});
		await page.goto(new URL(url).pathname + new URL(url).hash);
		await page.getByRole('heading', { name: score }).waitFor();
		const picture = await decode((await download(page, score)).bytes);
		expect(picture.corner).toBe('ffffffff');
		expect(picture.colors).toBeGreaterThan(50);
		await page.getByRole('button', { name: 'Print or save as PDF' }).waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the printed page', () => {
	it(
		'has the filter and the period, and no navigation',
		{ ...longTimeout, ...thorough },
		async () => {
			const { page, close, consoleErrors } = await open('?trait=plan:team&period=90', {
				colorScheme: 'dark',
			});
			await shown(page, score);
			await page.emulateMedia({ media: 'print' });
			await page.getByText(/^Filter: plan:team\. Last 90 days\. As of \d/).waitFor();
			expect(await page.getByRole('navigation').count()).toBe(0);
			expect(await page.getByRole('button').count()).toBe(0);
			const ground = await page.evaluate(
				() => getComputedStyle(document.documentElement).backgroundColor,
			);
			expect(ground).toBe('rgb(255, 255, 255)');
			await page.emulateMedia({ media: null });
			const pdf = await page.pdf({ format: 'A4' });
			expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);

	it(
		'is laid out for paper while the dialog of the browser is open',
		{ ...longTimeout, ...thorough },
		async () => {
			const { page, close } = await open('', { viewport: { width: 1_300, height: 800 } });
			await shown(page, score);
			const widthOf = () =>
				page.evaluate(() =>
					Math.round(document.querySelector('main')!.getBoundingClientRect().width),
				);
			const before = await widthOf();
			await page.evaluate(() => {
				window.print = () => {
					const box = document.querySelector('main')!.getBoundingClientRect();
					document.title = `printed ${Math.round(box.width)}`;
				};
			});
			await page.getByRole('button', { name: 'Print or save as PDF' }).click();
			await page.waitForFunction(() => document.title.startsWith('printed'));
			expect(await page.title()).toBe('printed 675');
			expect(await widthOf()).toBe(before);
			await close();
		},
	);
});

describe('a link that a command requests', () => {
	const heading = 'For sales';
	const filter = { trait: ['plan:team'], days: 45 };

	it(
		'opens the dialog filled in, and shows the same once it is created',
		{ ...longTimeout, ...thorough },
		async () => {
			const person = await signInByApi(environment.stack);
			const asked = JSON.stringify({ name: heading, filter, words: false, days: 14 });
			for (const viewport of [
				{ width: 1_300, height: 800 },
				{ width: 390, height: 800 },
			]) {
				const { page, close, consoleErrors } = await open(
					`?${new URLSearchParams({ share: asked })}`,
					{ viewport },
				);
				const dialog = page.getByRole('dialog', { name: 'Share results' });
				await dialog.getByText('Filter: plan:team. Last 45 days.').waitFor();
				expect(await dialog.getByLabel('Heading of the shared page').inputValue()).toBe(heading);
				expect(
					await dialog.getByLabel('Expires after').locator('option:checked').textContent(),
				).toBe('14 days');
				expect(await findFaults(page)).toEqual([]);
				// The page behind the dialog shows the same results.
				await page.waitForURL(/trait=plan%3Ateam/);
				await dialog.getByRole('button', { name: 'Create link' }).click();
				await dialog.getByText(`Link “${heading}” created`).waitFor();
				const [made] = (await person.listResultLinks({ site: demoSite.id, prompt })).items;
				expect(made).toMatchObject({ name: heading, filter, words: false });
				expect(Date.parse(made!.expires_at) - Date.parse(made!.created_at)).toBe(14 * 86_400_000);
				// A reload does not request a second link.
				await page.waitForURL((url) => !url.searchParams.has('share'));
				expect(consoleErrors).toEqual([]);
				await close();
			}
		},
	);

	it(
		'that cannot be created leaves the form to fill in',
		{ ...longTimeout, ...thorough },
		async () => {
			const { page, close } = await open('?share=%7B%22name%22%3A%22%22%7D');
			const dialog = page.getByRole('dialog', { name: 'Share results' });
			await dialog.getByText('This URL requests a link that cannot be created').waitFor();
			const heading = dialog.getByLabel('Heading of the shared page');
			expect(await heading.inputValue()).toBe('');
			// Opened by its button, the form suggests the name of the prompt.
			await page.keyboard.press('Escape');
			await page.getByRole('button', { name: 'Share', exact: true }).click();
			await expect.poll(() => heading.inputValue()).toBe('Quick poll');
			await close();
		},
	);

	it('is revoked in the dialog that opens for it', { ...longTimeout, ...thorough }, async () => {
		const person = await signInByApi(environment.stack);
		const { id } = await person.createResultLink({ site: demoSite.id, prompt, name: heading });
		const { page, close, consoleErrors } = await open(`?revoke=${id}`);
		const dialog = page.getByRole('dialog', { name: 'Share results' });
		await dialog.getByRole('button', { name: 'Revoke link' }).click();
		await dialog.getByRole('button', { name: 'Revoke link' }).waitFor({ state: 'detached' });
		const { items } = await person.listResultLinks({ site: demoSite.id, prompt });
		expect(items.find((link) => link.id === id)!.revoked_at).not.toBeNull();
		await page.keyboard.press('Escape');
		await page.waitForURL((url) => !url.searchParams.has('revoke'));
		expect(consoleErrors).toEqual([]);
		await close();
	});
});
