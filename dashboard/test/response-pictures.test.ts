import { afterAll, beforeAll, expect, it } from 'vitest';

import { findFaults } from './accessibility.ts';
import { openEnvironment, openPage, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Storage } from './reusable-pages.ts';
import { createVisitor } from './visitor.ts';

let environment: Environment;
let signedIn: Storage;

beforeAll(async () => {
	environment = await openEnvironment();
	signedIn = await storeSignIn(environment.stack);
	const { page, close } = await openPage(environment, {});
	await page.setContent('<h1 style="background: gold">The export is empty</h1>');
	const picture = new Blob([new Uint8Array(await page.screenshot())]);
	await close();
	const parts = [{ answers: { problem: 'The export is empty' }, final: true }];
	await createVisitor(environment.stack, 'ada').answer('bug-report', parts, { page: picture });
});
afterAll(() => environment?.close());

it('a picture is shown with its response, in full on a press, and by its link', async () => {
	const { page, close } = await openPage(environment, { storageState: signedIn });
	await page.goto(`/sites/${environment.site}/responses`);
	await page.getByText('Picture of the page').first().waitFor();
	await page.getByRole('link', { name: 'Bug report' }).first().click();
	const drawer = page.getByRole('dialog', { name: 'Bug report' });
	const picture = drawer.getByRole('img', { name: /^Picture that the visitor sent/ });
	await picture.waitFor();
	const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
	await expect.poll(width).toBeGreaterThan(0);
	expect(await findFaults(page)).toEqual([]);
	await drawer.getByRole('button', { name: /Picture that the visitor sent/ }).click();
	const full = page.getByRole('dialog', { name: 'Send a picture of this page?' });
	await full.waitFor();
	await page.keyboard.press('Escape');
	await full.waitFor({ state: 'hidden' });
	await drawer.waitFor();
	await page.goto(`${page.url()}&picture=page`);
	await full.waitFor();
	expect(await findFaults(page)).toEqual([]);
	await close();
});

it('the results of the question show its pictures', async () => {
	const { page, close } = await openPage(environment, { storageState: signedIn });
	await page.goto(`/sites/${environment.site}/prompts`);
	await page.getByRole('link', { name: 'Bug report' }).first().click();
	await page.getByRole('list', { name: 'Pictures' }).getByRole('img').waitFor();
	await close();
});
