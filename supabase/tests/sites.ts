// Creates workspaces, sites and prompts for tests, as the role that pushed the migrations.
import { randomUUID } from 'node:crypto';

import { promptSchema, siteSettingsSchema } from '@feedback/contract';
import type { Prompt, PromptInput, SiteSettings } from '@feedback/contract';
import type { Sql } from 'postgres';
import type { z } from 'zod';

export type TestSite = { id: string; siteId: string; workspace: string };

/** Creates a site in a new workspace, by default without a cooldown. */
export async function createSite(
	sql: Sql,
	settings: z.input<typeof siteSettingsSchema> = {},
	members: Record<string, 'owner' | 'editor' | 'viewer'> = {},
): Promise<TestSite> {
	const site = {
		id: randomUUID(),
		siteId: `site_${Math.random().toString(36).slice(2, 14).padEnd(12, '0')}`,
		workspace: randomUUID(),
	};
	const complete: SiteSettings = siteSettingsSchema.parse({
		limits: { cooldown_days: 0 },
		...settings,
	});
	await sql`insert into app.workspaces (id, name) values (${site.workspace}, 'Test')`;
	for (const [person, role] of Object.entries(members)) {
		await sql`insert into app.members (workspace_id, person_id, role) values (${site.workspace}, ${person}, ${role})`;
	}
	await sql`
		insert into app.sites (id, workspace_id, site_id, name, settings)
		values (${site.id}, ${site.workspace}, ${site.siteId}, 'Test', ${sql.json(complete)})`;
	return site;
}

export type TestPrompt = { id: string; revision: number; sha256: string; content: Prompt };

let surveys = 0;

/** Adds defaults for fields that a test does not specify: a rating question and a unique survey ID. */
export function promptOf(given: Partial<PromptInput> = {}): Prompt {
	return promptSchema.parse({
		survey_id: `survey-${++surveys}`,
		name: 'A prompt',
		questions: [{ id: 'score', type: 'rating', title: 'How was it?' }],
		...given,
	});
}

export async function draftPrompt(
	sql: Sql,
	site: string,
	given: Partial<PromptInput> = {},
): Promise<TestPrompt> {
	const content = promptOf(given);
	const [created] = await sql`select * from app.create_prompt(${site}, ${sql.json(content)})`;
	return {
		id: created!['prompt_id'] as string,
		revision: created!['number'] as number,
		sha256: created!['sha256'] as string,
		content,
	};
}

export async function publishPrompt(
	sql: Sql,
	site: string,
	given: Partial<PromptInput> = {},
): Promise<TestPrompt> {
	const prompt = await draftPrompt(sql, site, given);
	await sql`select app.publish(${site}, ${prompt.id}, ${prompt.revision}, ${prompt.sha256})`;
	return prompt;
}
