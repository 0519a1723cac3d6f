// The demo: a workspace, its site, and its prompts.
import { promptSchema } from '@feedback/contract';
import type { PromptInput } from '@feedback/contract';

import type { Database } from '../database/database.ts';
import type { Tx } from '../database/statement.ts';
import { demoPrompts, proPlan } from './seed-prompts.ts';

/** Fixed, so that examples and docs can name it. */
export const demoSite = { id: '01980000-0000-7000-8000-000000000002', siteId: 'site_demo000000' };
const demoWorkspace = '01980000-0000-7000-8000-000000000001';

/** Where a demo is: the UUIDs of its workspace and its site, and the public site ID. */
export type DemoPlace = { workspace: string; id: string; siteId: string };

/**
 * Creates the demo workspace with `person` as its owner, the site `site_demo000000` and its prompts,
 * published. Safe to repeat: existing ones stay unchanged. `sql` connects as the role that pushed the
 * migrations. Tests choose another place.
 *
 * @example
 * await seedDemo(sql, { id: '7f0c…', email: 'demo@example.com' });
 */
export async function seedDemo(
	sql: Pick<Database, 'begin'>,
	person: { id: string; email: string },
	{ workspace, id, siteId }: DemoPlace = { workspace: demoWorkspace, ...demoSite },
): Promise<void> {
	const settings = {
		limits: { cooldown_days: 0 },
		// The colour of the example app.
		...(id === demoSite.id && { appearance: { accent: '#0f766e' } }),
	};
	await sql.begin('read write', async (tx) => {
		await tx`select pg_advisory_xact_lock(hashtextextended('feedback demo', 0))`;
		await tx`insert into app.workspaces (id, name) values (${workspace}, 'Demo workspace') on conflict (id) do nothing`;
		await tx`
			insert into app.members (workspace_id, person_id, role) values (${workspace}, ${person.id}, 'owner')
			on conflict (workspace_id, person_id) do nothing`;
		await tx`
			insert into app.sites (id, workspace_id, site_id, name, settings)
			values (${id}, ${workspace}, ${siteId}, 'Reports', ${tx.json(settings)})
			on conflict (id) do nothing`;
		await tx`
			insert into app.audiences (site_id, key, name) values (${id}, ${proPlan.key}, ${proPlan.name})
			on conflict (site_id, key) do nothing`;
		await tx`
			insert into app.audience_versions (site_id, audience_key, number, rule)
			values (${id}, ${proPlan.key}, 1, ${tx.json(proPlan.rule)})
			on conflict (site_id, audience_key, number) do nothing`;
		await publishMissing(tx, id, demoPrompts);
	});
}

/** Publishes those of the prompts whose survey ID the site does not have. */
export async function publishMissing(
	tx: Tx,
	site: string,
	prompts: readonly PromptInput[],
): Promise<void> {
	for (const input of prompts) {
		const [known] = await tx`
			select from app.prompts where site_id = ${site} and survey_id = ${input.survey_id}`;
		if (known) continue;
		await tx`
			select app.publish(${site}, c.prompt_id, c.number, c.sha256)
			from app.create_prompt(${site}, ${tx.json(promptSchema.parse(input))}) c`;
	}
}
