// An experiment on the page of results, from its figures to the revision that ends it.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findFaults } from './accessibility.ts';
import { giveResponses } from './add-past-responses.ts';
import { makeDraft } from './author.ts';
import { openEnvironment, openPage, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await openEnvironment();
});
afterAll(() => environment?.close());

const ease = { id: 'ease', type: 'rating', scale: 5 } as const;
const why = { id: 'why', type: 'short_text', title: 'Why?' } as const;

it('is shown side by side, and ends with the variant that a person keeps', async () => {
	const { id, site } = await makeDraft(environment, {
		survey_id: 'two-wordings',
		name: 'Two wordings',
		questions: [{ ...ease, title: 'How easy was the export of this report?' }, why],
		translations: {},
		experiment: {
			key: 'wording',
			variants: [
				{ key: 'control' },
				{ key: 'short', questions: [{ ...ease, title: 'Easy?' }, why], translations: {} },
			],
		},
	} as never);
	const person = await signInByApi(environment.stack);
	await person.publishPrompt({ site, prompt: id, revision: 1 });
	const give = (variant: string, score: number) =>
		Array.from({ length: 40 }, (_, at) => ({
			variant,
			answers: { ease: score, ...(at === 0 && { why: `Because ${variant}` }) },
		}));
	await giveResponses(environment.stack, 'two-wordings', [
		...give('control', 2),
		...give('short', 5),
	]);
	const { page, close, consoleErrors } = await openPage(environment, {
		storageState: await storeSignIn(environment.stack),
	});
	await page.goto(`/sites/${site}/prompts/${id}/results`);
	const panel = page.getByRole('region', { name: 'Experiment “wording”' });
	await panel.getByText(/\(mean\): short is higher by/).waitFor();
	const short = panel.getByRole('region', { name: 'Variant short' });
	await short.getByText('Easy?').waitFor();
	await short.getByText('Because short').waitFor();
	expect(await short.getByText('Because control').count()).toBe(0);
	await panel.getByText('All differences between “short” and “control”').click();
	await panel.getByRole('region', { name: 'Differences of short' }).waitFor();
	// At the top, the header covers no button.
	await page.evaluate(() => scrollTo(0, 0));
	expect(await findFaults(page)).toEqual([]);

	await page.goto(`/sites/${site}/overview`);
	const running = page.getByRole('region', { name: 'Running experiments' });
	await running.getByText('“wording” in Two wordings').waitFor();
	await running.getByText('Ready to decide').waitFor();
	await page
		.getByRole('region', { name: 'Waiting for a decision' })
		.getByRole('link', { name: /experiment to decide: “wording” in Two wordings/ })
		.click();
	await short.getByRole('button', { name: 'Keep the variant short' }).click();
	await page.getByRole('button', { name: 'Save revision 2' }).click();
	// The next step is the usual review.
	const review = page.getByRole('dialog', { name: 'Publish “Two wordings”?' });
	await review.getByText('Easy?').first().waitFor();
	const { latest, published_revision: published } = await person.getPrompt({ site, prompt: id });
	expect(published).toBe(1);
	expect(latest.content.questions[0]).toMatchObject({ title: 'Easy?' });
	expect(latest.content.experiment).toBeUndefined();
	await page.keyboard.press('Escape');
	await panel.getByText(/Revision 2 ends this experiment/).waitFor();
	expect(await panel.getByRole('button', { name: /^Keep/ }).count()).toBe(0);
	expect(consoleErrors).toEqual([]);
	await close();
});
