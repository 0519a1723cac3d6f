// Helpers for tests of the editor.
import type { Page } from 'playwright';

import { examplePrompt, promptSchema } from '@feedback/contract';
import type { PromptInput } from '@feedback/contract';

import { listSites, signInByApi } from './program.ts';
import type { Environment } from './environment.ts';

/** The seeded site's UUID. */
export async function seededSite({ stack }: Environment): Promise<string> {
	const [site] = await listSites(await signInByApi(stack));
	return site!;
}

/** Creates a draft of the full example with another survey ID. */
export async function makeDraft(
	environment: Environment,
	change: Partial<PromptInput> & { survey_id: string },
): Promise<{ id: string; edit: string; site: string }> {
	const person = await signInByApi(environment.stack);
	const site = await seededSite(environment);
	const content = promptSchema.parse({ ...examplePrompt, ...change });
	const create = (survey_id: string) =>
		person.createPrompt({ site, content: { ...content, survey_id } });
	// A retried test finds the draft of its first attempt.
	const { id } = await create(change.survey_id).catch(() =>
		create(`${change.survey_id}-${crypto.randomUUID().slice(0, 8)}`),
	);
	return { id, site, edit: `/sites/${site}/prompts/${id}/edit` };
}

/** Waits until the changes are saved by the service. */
export async function waitUntilSaved(page: Page): Promise<void> {
	await page.locator('[data-save-state="saved"]').waitFor();
}

/** Titles of the questions, in their order in the editor. */
export async function readOrder(page: Page): Promise<string[]> {
	const heads = page.getByRole('list', { name: 'Questions' }).locator('[data-title]');
	return (await heads.allTextContents()).map((text) => text.trim().replace(/^\d+\. /, ''));
}
