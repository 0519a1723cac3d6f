// What authors do in the dashboard, by its own words.
import type { Page } from 'playwright';

import { examplePrompt, promptSchema } from '@feedback/contract';
import type { PromptInput } from '@feedback/contract';

import { listSites, signInByApi } from './program.ts';
import type { Stage } from './stage.ts';

/** The seeded site's UUID. */
export async function seededSite({ stack }: Stage): Promise<string> {
	const [site] = await listSites(await signInByApi(stack));
	return site!;
}

/** A draft of the full example under another survey ID, and the address of its editor. */
export async function makeDraft(
	stage: Stage,
	change: Partial<PromptInput> & { survey_id: string },
): Promise<{ id: string; edit: string; site: string }> {
	const person = await signInByApi(stage.stack);
	const site = await seededSite(stage);
	const content = promptSchema.parse({ ...examplePrompt, ...change });
	const create = (survey_id: string) =>
		person.createPrompt({ site, content: { ...content, survey_id } });
	// A test that is tried again finds what it made before.
	const { id } = await create(change.survey_id).catch(() =>
		create(`${change.survey_id}-${crypto.randomUUID().slice(0, 8)}`),
	);
	return { id, site, edit: `/sites/${site}/prompts/${id}/edit` };
}

/** Waits until what was typed is with the service. */
export async function waitUntilKept(page: Page): Promise<void> {
	await page.locator('[data-save-state="saved"]').waitFor();
}

/** Titles of the questions, in their order in the editor. */
export async function readOrder(page: Page): Promise<string[]> {
	const heads = page.getByRole('list', { name: 'Questions' }).locator('[data-title]');
	return (await heads.allTextContents()).map((text) => text.trim().replace(/^\d+\. /, ''));
}
