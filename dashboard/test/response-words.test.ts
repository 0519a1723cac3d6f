// Words in other directions than that of the page, and words with values.
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openEnvironment, openSignedIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';
import { createVisitor } from './visitor.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await openEnvironment();
});
afterAll(() => environment?.close());

/** Whether the last letter is left of the first, as in a text that is read from right to left. */
const endsOnTheLeft = (words: Locator) =>
	words.evaluate((element) => {
		const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
		const text = nodes.nextNode() as Text;
		const places = [text.data.search(/\S/), text.data.trimEnd().length - 1].map((at) => {
			const range = document.createRange();
			range.setStart(text, at);
			range.setEnd(text, at + 1);
			return range.getBoundingClientRect().left;
		});
		return places[1]! < places[0]!;
	});

it('an Arabic question with a value reads from right to left beside its answer', async () => {
	const { stack, site } = environment;
	const person = await signInByApi(stack);
	const title = 'كيف كان تصدير {{event.format | الملف}}؟';
	const { id } = await person.createPrompt({
		site,
		content: {
			survey_id: 'export-ar',
			name: 'Export',
			language: 'ar',
			questions: [{ id: 'ease', type: 'rating', title }],
		},
	});
	await person.publishPrompt({ site, prompt: id, revision: 1 });
	await createVisitor(stack, 'ada').answer('export-ar', [{ answers: { ease: 4 }, final: true }]);
	const { page, close } = await openSignedIn(environment);
	await page.goto(`/sites/${site}/responses`);
	const inList = page.getByRole('term').filter({ hasText: 'تصدير' });
	await inList.waitFor();
	expect(await endsOnTheLeft(inList)).toBe(true);
	await page.getByRole('link', { name: 'Export', exact: true }).first().click();
	const inDrawer = page.getByRole('dialog').getByRole('term').filter({ hasText: 'تصدير' });
	await inDrawer.waitFor();
	expect(await endsOnTheLeft(inDrawer)).toBe(true);
	await page.goto(`/sites/${site}/visitors?account=ada`);
	const ofVisitor = page.getByRole('region', { name: 'Responses' }).getByRole('term');
	await ofVisitor.waitFor();
	expect(await endsOnTheLeft(ofVisitor)).toBe(true);
	await close();
});

it('a question with a value shows its fallback in the inbox, and in an issue about it', async () => {
	const { stack, site } = environment;
	const person = await signInByApi(stack);
	const { id } = await person.createPrompt({
		site,
		content: {
			survey_id: 'why-export',
			name: 'Why',
			questions: [{ id: 'why', type: 'long_text', title: 'Why {{event.format | a file}}?' }],
		},
	});
	await person.publishPrompt({ site, prompt: id, revision: 1 });
	await person.createDestination({
		site,
		kind: 'github',
		name: 'Issues',
		tracker: { repository: 'acme/app' },
		token: 'github_pat_secret',
		event_types: ['response.closed'],
	});
	const answers = { why: 'For my boss' };
	await createVisitor(stack, 'bob').answer('why-export', [{ answers, final: true }]);
	const { page, close } = await openSignedIn(environment);
	await page.goto(`/sites/${site}/inbox`);
	const pane = page.getByRole('region', { name: 'Text answer', exact: true });
	await pane.getByText('For my boss').waitFor();
	await pane.getByText('Why a file?', { exact: true }).waitFor();
	await page.getByRole('button', { name: 'Create issue…' }).click();
	const title = page.getByRole('dialog').getByLabel('Title');
	await expect.poll(() => title.inputValue()).toBe('Why a file?');
	await close();
});
