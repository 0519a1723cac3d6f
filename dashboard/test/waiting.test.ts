import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { pageDescriptions } from '../src/lib/navigation/page-descriptions.ts';
import { makeDraft } from './author.ts';
import { signInByApi } from './program.ts';
import { openPage, openSignedIn, openEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;
let ids: Record<'site' | 'prompt' | 'workspace' | 'tag', string>;
let page: Page;
let consoleErrors: string[];
beforeAll(async () => {
	environment = await openEnvironment();
	const { site, id } = await makeDraft(environment, { survey_id: 'waiting' });
	const person = await signInByApi(environment.stack);
	const { workspaces } = await person.whoami();
	const tag = await person.createTag({ site, name: 'waiting' });
	ids = { site, prompt: id, workspace: workspaces[0]!.id, tag: tag.id };
	({ page, consoleErrors } = await openSignedIn(environment));
});
afterAll(() => environment?.close());

// The account page exists only if our identity service signs people in, which is not the case here.
const pages = Object.entries(pageDescriptions).filter(([route]) => !route.endsWith('/account'));

it.each(pages)(
	'%s shows its title before its scripts load, without layout shift',
	thorough,
	async (route, { title, about }) => {
		consoleErrors.length = 0;
		let release!: () => void;
		const released = new Promise<void>((resolve) => (release = resolve));
		const accountUrl = /\/manage\/whoami$/;
		await page.route(accountUrl, (asked) => released.then(() => asked.continue()));
		await page.goto(toPath(route));
		const waiting = page.locator('#waiting');
		const placeholders = [
			waiting.locator('[data-description="title"]'),
			waiting.getByText(about, { exact: true }),
		];
		for (const text of placeholders) await text.waitFor();
		expect(await placeholders[0]!.textContent()).toBe(title);
		await page.evaluate(() => document.fonts.ready);
		const before = await Promise.all(placeholders.map((text) => text.boundingBox()));
		expect(await page.locator('main').count()).toBe(0);

		release();
		const main = page.locator('main');
		const texts = [
			main.getByRole('heading', { level: 1, ...(title && { name: title }) }),
			main.getByText(about, { exact: true }),
		];
		for (const text of texts) await text.waitFor();
		await page.unroute(accountUrl);
		const after = await Promise.all(texts.map((text) => text.boundingBox()));
		for (const [at, box] of after.entries()) {
			expect(box).toMatchObject({ x: before[at]!.x, y: before[at]!.y, height: before[at]!.height });
		}
		expect(consoleErrors).toEqual([]);
	},
);

it('a page without a description shows a skeleton while it loads', thorough, async () => {
	const accountUrl = /\/manage\/whoami$/;
	let release!: () => void;
	const released = new Promise<void>((resolve) => (release = resolve));
	await page.route(accountUrl, (asked) => released.then(() => asked.continue()));
	await page.goto(`/sites/${ids.site}/prompts/new`);
	const text = page.locator('#waiting [data-description]');
	expect(await text.allTextContents()).toEqual(['', '']);
	await text.first().waitFor();
	release();
	await page.getByRole('heading', { level: 1, name: 'New prompt' }).waitFor();
	await page.unroute(accountUrl);
});

it(
	'shared results show what they are before their scripts load, without layout shift',
	thorough,
	async () => {
		const person = await signInByApi(environment.stack);
		const { url } = await person.createResultLink({
			site: ids.site,
			prompt: ids.prompt,
			name: 'For the board',
		});
		const { page: reader, close } = await openPage(environment, {
			storageState: { cookies: [], origins: [] },
		});
		const resultsUrl = /\/manage\/shared-results$/;
		let release!: () => void;
		const released = new Promise<void>((resolve) => (release = resolve));
		await reader.route(resultsUrl, (asked) => released.then(() => asked.continue()));
		const { pathname, hash } = new URL(url);
		await reader.goto(pathname + hash);
		const text = /What visitors answered, in figures and charts\./;
		const placeholder = reader.locator('#waiting').getByText(text);
		await placeholder.waitFor();
		const said = await placeholder.innerText();
		await reader.evaluate(() => document.fonts.ready);
		const before = await placeholder.boundingBox();
		expect(await reader.locator('main').isVisible()).toBe(false);

		release();
		const shown = reader.locator('main').getByText(text);
		await shown.waitFor();
		expect(await shown.innerText()).toBe(said);
		expect(await shown.boundingBox()).toEqual(before);
		expect(await placeholder.isVisible()).toBe(false);
		await close();
	},
);

function toPath(route: string): string {
	return route
		.replace('/(signed-in)', '')
		.replaceAll(/\[(\w+)\]/g, (_, name: keyof typeof ids) => ids[name]);
}
