import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { pageDescriptions } from '../src/lib/navigation/page-descriptions.ts';
import { listSites, signInByApi } from './program.ts';
import { openSignedIn, startEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;
let site: string;
let page: Page;
let consoleErrors: string[];
beforeAll(async () => {
	environment = await startEnvironment();
	site = (await listSites(await signInByApi(environment.stack)))[0]!;
	({ page, consoleErrors } = await openSignedIn(environment));
});
afterAll(() => environment?.close());

it.each(Object.entries(pageDescriptions))(
	'%s says what it is before its scripts are there, and does not move',
	async (route, { title, about }) => {
		consoleErrors.length = 0;
		let letThrough!: () => void;
		const held = new Promise<void>((resolve) => (letThrough = resolve));
		const hold = /\/manage\/whoami$/;
		await page.route(hold, (asked) => held.then(() => asked.continue()));
		await page.goto(route.replace('/(signed-in)', '').replace('[site]', site));
		const waiting = page.locator('#waiting');
		const early = [title, about].map((words) => waiting.getByText(words, { exact: true }));
		for (const words of early) await words.waitFor();
		await page.evaluate(() => document.fonts.ready);
		const before = await Promise.all(early.map((words) => words.boundingBox()));
		expect(await page.locator('main').count()).toBe(0);

		letThrough();
		const main = page.locator('main');
		const late = [
			main.getByRole('heading', { level: 1, name: title, exact: true }),
			main.getByText(about, { exact: true }),
		];
		for (const words of late) await words.waitFor();
		await page.unroute(hold);
		const after = await Promise.all(late.map((words) => words.boundingBox()));
		for (const [at, box] of after.entries()) {
			expect(box).toMatchObject({ x: before[at]!.x, y: before[at]!.y, height: before[at]!.height });
		}
		expect(consoleErrors).toEqual([]);
	},
);

it('a page without a description shows a skeleton while it loads', async () => {
	const hold = /\/manage\/whoami$/;
	let letThrough!: () => void;
	const held = new Promise<void>((resolve) => (letThrough = resolve));
	await page.route(hold, (asked) => held.then(() => asked.continue()));
	await page.goto(`/sites/${site}/overview`);
	const words = page.locator('#waiting [data-words]');
	expect(await words.allTextContents()).toEqual(['', '']);
	await words.first().waitFor();
	letThrough();
	await page.getByText('Live', { exact: true }).waitFor();
	await page.unroute(hold);
});
