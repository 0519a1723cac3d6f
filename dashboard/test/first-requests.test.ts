// What index.html asks the service for, by the address alone, is what the page then takes: nothing is asked for twice.
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { listFirstQuestions } from '../src/lib/session/first-requests.ts';
import { makeDraft } from './author.ts';
import { openPage, openStage, signIn } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let page: Page;
let site: string;
let prompt: string;
beforeAll(async () => {
	stage = await openStage();
	({ page } = await openPage(stage));
	await signIn(page, stage.stack);
	await page.addInitScript(neverLookAgain);
	({ site, id: prompt } = await makeDraft(stage, { survey_id: 'first-questions' }));
});
afterAll(() => stage?.close());

it.each([
	['overview', 'Live'],
	['prompts', 'Prompt'],
	['prompts/[prompt]/edit', 'Thank-you screen'],
	['events', 'Last 30 days'],
	['responses', 'No responses yet'],
	['settings/general', 'Time zone'],
])('%s', async (path, drawn) => {
	const address = `/sites/${site}/${path.replace('[prompt]', prompt)}`;
	const questions = new Set(listFirstQuestions(new URL(address, stage.url)));
	expect(questions.size).toBeGreaterThan(0);
	const asked: string[] = [];
	let letThrough!: () => void;
	const held = new Promise<void>((resolve) => (letThrough = resolve));
	const isAccount = /\/manage\/whoami$/;
	await page.route('**/functions/v1/manage/**', async (route) => {
		const url = route.request().url();
		asked.push(url.slice(url.indexOf('/manage') + '/manage'.length));
		if (isAccount.test(url)) await held;
		await route.continue().catch(() => undefined);
	});
	await page.goto(address);
	// They do not wait for the account.
	await expect.poll(() => asked.filter((one) => questions.has(one)).length).toBe(questions.size);

	letThrough();
	await page.getByRole('main').getByText(drawn, { exact: true }).first().waitFor();
	// What is asked for again, the page did not find among them.
	const twice = [...questions].filter((one) => asked.filter((other) => other === one).length > 1);
	expect(twice).toEqual([]);
	await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Runs in the page: it asks for its lists once, and not again after some seconds. */
function neverLookAgain(): void {
	const { setTimeout: wait } = window;
	const patient = (act: () => void, after = 0) => (after < 1_000 ? wait(act, after) : 0);
	Object.assign(window, { setTimeout: patient });
}
