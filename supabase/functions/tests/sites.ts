import { promptSchema, type PromptInput } from '@feedback/contract';

import { createDatabase, type TestDatabase, type TestSql } from '../../tests/harness.ts';

export type TestSite = { id: string; siteId: string; workspace: string };

export type TestSites = {
	/** A connection without restrictions, for tests to prepare and look up data. */
	sql: TestSql;
	ingestUrl: string;
	manageUrl: string;
	/** A site in its own workspace, without limits across prompts unless the settings say otherwise. */
	makeSite(settings?: Record<string, unknown>, name?: string): Promise<TestSite>;
	/** Publishes a prompt with a required rating `score` and a text `why`; resolves to its UUID. */
	publish(siteId: string, prompt: Partial<PromptInput> & { survey_id: string }): Promise<string>;
	pause(siteId: string, prompt: string): Promise<void>;
	resume(siteId: string, prompt: string): Promise<void>;
	countEvents(siteId: string, visitor?: string): Promise<number>;
	end(): Promise<void>;
};

/** Sites in a database, by default in a separate one of the shared cluster. */
export async function openSites(
	database?: Pick<TestDatabase, 'admin' | 'url' | 'close'>,
): Promise<TestSites> {
	const { admin: sql, ...used } = database ?? (await createDatabase());
	const uuidOf = async (siteId: string) => {
		const [site] = await sql<{ id: string }[]>`select id from app.sites where site_id = ${siteId}`;
		return site!.id;
	};
	return {
		sql,
		ingestUrl: used.url('feedback_ingest'),
		manageUrl: used.url('feedback_manage'),
		end: () => used.close(),
		async makeSite(settings = {}, name = 'Reports') {
			const siteId = `site_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
			const kept = { limits: { cooldown_days: 0 }, ...settings };
			const [site] = await sql<{ id: string; workspace: string }[]>`
				with w as (insert into app.workspaces (name) values (${name}) returning id)
				insert into app.sites (workspace_id, site_id, name, settings)
				select id, ${siteId}, ${name}, ${sql.json(kept)} from w
				returning id, workspace_id as workspace`;
			return { ...site!, siteId };
		},
		async publish(siteId, prompt) {
			const site = await uuidOf(siteId);
			const content = promptSchema.parse({ ...plainPrompt(prompt.survey_id), ...prompt });
			const [created] = await sql<{ id: string }[]>`
				select p.prompt_id as id
				from app.create_prompt(${site}, ${sql.json(content as never)}) p,
				     lateral (select app.publish(${site}, p.prompt_id, p.number, p.sha256)) published`;
			return created!.id;
		},
		async pause(siteId, prompt) {
			await sql`select app.pause(${await uuidOf(siteId)}, ${prompt})`;
		},
		async resume(siteId, prompt) {
			await sql`select app.resume(${await uuidOf(siteId)}, ${prompt})`;
		},
		async countEvents(siteId, visitor) {
			const [counted] = await sql<{ events: number }[]>`
				select count(*)::int as events from app.event_details
				where site_id = ${await uuidOf(siteId)}
				  and (${visitor ?? null}::uuid is null or visitor_id = ${visitor ?? null}::uuid)`;
			return counted!.events;
		},
	};
}

function plainPrompt(survey_id: string): PromptInput {
	return {
		survey_id,
		name: survey_id,
		questions: [
			{ id: 'score', type: 'rating', title: 'How was it?', required: true },
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
		limits: { show: 'always' },
	};
}
