import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findFaults } from './accessibility.ts';
import { openEnvironment, openSignedIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await openEnvironment();
});
afterAll(() => environment?.close());

const phone = { viewport: { width: 320, height: 640 } };
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });

it('a phone has the pages that people need every day one tap away', async () => {
	const { page, context } = await openSignedIn(environment, phone);
	await page.goto(`/sites/${environment.site}/responses`);
	for (const name of ['Inbox', 'Approvals', 'Responses']) {
		await pages(page).getByRole('link', { name }).click();
		await page.getByRole('heading', { level: 1, name }).waitFor();
	}
	const cutOff = await pages(page)
		.locator('li span')
		.evaluateAll((texts) =>
			texts.flatMap(({ scrollWidth, clientWidth, textContent }) =>
				scrollWidth > clientWidth ? [textContent] : [],
			),
		);
	expect(cutOff).toEqual([]);
	expect(await findFaults(page)).toEqual([]);
	await context.close();
});

it('a long name of a site leaves room to press what is beside it', async () => {
	const person = await signInByApi(environment.stack);
	const { id: workspace } = (await person.whoami()).workspaces[0]!;
	const name = 'Kundinnenzufriedenheitsportal für Geschäftskundenberichte';
	const { id } = await person.createSite({ workspace, name });
	const { page, context } = await openSignedIn(environment, phone);
	await page.goto(`/sites/${id}/visitors`);
	for (const button of [/^Your account/, /^Go to/]) {
		const box = await page.getByRole('button', { name: button }).boundingBox();
		expect(box!.width).toBeGreaterThanOrEqual(28);
	}
	await context.close();
});

it('nothing that stays at the edges covers the field with the focus', async () => {
	const person = await signInByApi(environment.stack);
	const { items } = await person.listPrompts({ site: environment.site });
	const { page, context } = await openSignedIn(environment, phone);
	await page.goto(`/sites/${environment.site}/prompts/${items[0]!.id}/edit`);
	await page.getByRole('region', { name: 'Preview on site' }).waitFor();
	const covered: string[] = [];
	// Backwards, each field is scrolled to the upper edge.
	for (let stop = 0; stop < 60; stop++) {
		await page.keyboard.press('Shift+Tab');
		covered.push(...(await page.evaluate(findCovered)));
	}
	expect(covered).toEqual([]);
	await context.close();
});

/** Runs in the page: the focused field, if a bar covers its upper edge. */
function findCovered(): string[] {
	const field = document.activeElement;
	if (!field || field === document.body) return [];
	const bars = [...document.querySelectorAll('body *')].filter((element) =>
		['sticky', 'fixed'].includes(getComputedStyle(element).position),
	);
	const { top, left, width } = field.getBoundingClientRect();
	const isUnder = bars.some((bar) => {
		const box = bar.getBoundingClientRect();
		const isOver = top < box.bottom - 1 && top >= box.top;
		return !bar.contains(field) && isOver && left < box.right && left + width > box.left;
	});
	return isUnder ? [field.outerHTML.slice(0, 120)] : [];
}
