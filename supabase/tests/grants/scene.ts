// The sites, prompts and connections on which agents act, and what they do there, as plain SQL statements.
import { randomUUID } from 'node:crypto';

import type { Sql, TransactionSql } from 'postgres';

import { actAs, people } from '../security/actors.ts';
import {
	createSite,
	draftPrompt,
	publishPrompt,
	type TestPrompt,
	type TestSite,
} from '../sites.ts';

export type Scene = {
	site: TestSite;
	/** A site of the same person that was not chosen for the connection. */
	elsewhere: TestSite;
	/** Two revisions, never published. */
	draft: TestPrompt;
	live: TestPrompt;
};

export async function setScene(admin: Sql): Promise<Scene> {
	const members = { [people.owner]: 'owner', [people.demoted]: 'viewer' } as const;
	const site = await createSite(admin, {}, members);
	const elsewhere = await createSite(admin, {}, members);
	const draft = await draftPrompt(admin, site.id, { survey_id: 'draft' });
	await admin`select app.save_revision(${site.id}, ${draft.id}, ${admin.json({ ...draft.content, name: 'Swapped' })})`;
	const live = await publishPrompt(admin, site.id, { survey_id: 'live' });
	await admin`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		values (${site.id}, ${randomUUID()}, ${live.id}, 1, 1, true, '{}', '{}', now(), now())`;
	// Another connection of the same person may see that site.
	await draftPrompt(admin, elsewhere.id);
	await admin.begin((sql) => connect(sql, { site: elsewhere } as Scene, []));
	return { site, elsewhere, draft, live };
}

export type Given = {
	action: 'site:create' | 'prompt:draft' | 'prompt:publish' | 'launcher:set' | 'response:read';
	mode?: 'once' | 'until';
	prompt?: TestPrompt;
	revision?: number;
	siteName?: string;
	/** Survey ID of the launcher that was approved; null if it may be removed. */
	launcher?: string | null;
	combination?: boolean;
	approvedBy?: string;
	expired?: boolean;
	revoked?: boolean;
	givenBack?: boolean;
	consumed?: boolean;
	/** By default the site of the scene. */
	site?: TestSite;
};

/** Why a connection may do nothing; `paused` if an owner paused those of its workspace. */
export type Ended = { revoked?: boolean; expired?: boolean; paused?: boolean };

/** Creates a connection with grants and returns its id. */
export async function connect(
	sql: TransactionSql,
	{ site }: Scene,
	grants: Given[],
	ended: Ended = {},
): Promise<string> {
	const connection = randomUUID();
	if (ended.paused) {
		await sql`
			update app.workspaces set agents_paused_at = now(), agents_paused_by = ${people.owner}
			where id = ${site.workspace}`;
	}
	await sql`
		insert into app.connections (id, person_id, kind, name, revoked_at, expires_at)
		values (${connection}, ${people.owner}, 'mcp', 'Editor', ${ended.revoked ? new Date() : null},
			${ended.expired ? new Date(0) : null})`;
	await sql`
		insert into app.connection_sites (connection_id, workspace_id, site_id)
		values (${connection}, ${site.workspace}, ${site.id})`;
	for (const given of grants) await grant(sql, connection, given, given.site ?? site);
	return connection;
}

async function grant(sql: TransactionSql, connection: string, given: Given, site: TestSite) {
	const { action, mode = 'until', prompt, revision, launcher } = given;
	await sql`
		insert into app.grants (connection_id, workspace_id, site_id, action, mode, prompt_id, revision, sha256,
			site_name, combination, approved_by, approved_at, expires_at, revoked_at, given_back, consumed_at, consumed_by)
		select ${connection}, ${site.workspace}, ${action === 'site:create' ? null : site.id}::uuid, ${action}, ${mode},
			${prompt?.id ?? null}::uuid, ${revision ?? null}::integer,
			case when ${launcher !== undefined} then app.launcher_sha256(${launcherOf(launcher)}::jsonb)
			else (select r.sha256 from app.revisions r where r.prompt_id = ${prompt?.id ?? null} and r.number = ${revision ?? null}) end,
			${given.siteName ?? null}::text, ${given.combination ?? false}, ${given.approvedBy ?? people.owner}, now() - interval '2 hours',
			now() + ${given.expired ? '-1 hour' : '1 hour'}::interval, ${given.revoked || given.givenBack ? new Date() : null},
			${given.givenBack ?? false}, ${given.consumed ? new Date() : null}::timestamptz,
			${given.consumed ? randomUUID() : null}::uuid`;
}

function launcherOf(surveyId: string | null | undefined): string | null {
	return surveyId ? JSON.stringify({ survey_id: surveyId, position: 'right' }) : null;
}

/** `done` if the statement affected or returned rows; `refused` if the database refused it or returned none. */
export async function attempt(
	sql: TransactionSql,
	connection: string,
	act: (sql: TransactionSql) => Promise<{ count: number }>,
	claims: { call?: string | null; sub?: string } = {},
): Promise<'done' | 'refused'> {
	try {
		return await sql.savepoint(async (scope) => {
			await actAs(scope, { name: 'agent', role: 'feedback_agent', connection });
			if ('call' in claims || claims.sub) {
				const allClaims = { connection, ...claims };
				await scope`select set_config('request.jwt.claims', ${JSON.stringify(allClaims)}, true)`;
			}
			const { count } = await act(scope);
			await scope`reset role`;
			return count > 0 ? 'done' : 'refused';
		});
	} catch (error) {
		const { code } = error as { code?: string };
		if (code && ['42501', 'FB402', 'FB403', 'FB404', 'FB423'].includes(code)) return 'refused';
		throw error;
	}
}

export const acts = {
	createSite:
		({ site }: Scene) =>
		(sql: TransactionSql) =>
			sql`insert into app.sites (id, workspace_id, name) values (${randomUUID()}, ${site.workspace}, 'New')`,
	createPrompt:
		({ site }: Scene) =>
		(sql: TransactionSql) =>
			sql`insert into app.prompts (site_id, id, survey_id, created_by)
				values (${site.id}, ${randomUUID()}, ${`s-${randomUUID()}`}, ${people.owner})`,
	saveRevision:
		({ site, draft }: Scene) =>
		(sql: TransactionSql) =>
			sql`insert into app.revisions (site_id, prompt_id, number, content, created_by)
				values (${site.id}, ${draft.id}, 9, '{}', ${people.owner})`,
	rename:
		({ site, draft }: Scene) =>
		(sql: TransactionSql) =>
			sql`update app.prompts set survey_id = ${`s-${randomUUID()}`} where site_id = ${site.id} and id = ${draft.id}`,
	publish:
		({ site, draft }: Scene, revision = 1) =>
		(sql: TransactionSql) =>
			sql`update app.prompts set state = 'published', published_revision = ${revision}
				where site_id = ${site.id} and id = ${draft.id}`,
	move:
		({ site, live }: Scene, state: string) =>
		(sql: TransactionSql) =>
			sql`update app.prompts set state = ${state} where site_id = ${site.id} and id = ${live.id}`,
	setLauncher:
		({ site }: Scene, surveyId: string | null = 'live') =>
		async (sql: TransactionSql) => {
			const rows = await sql`
				select where app.set_launcher(${site.id}, ${launcherOf(surveyId)}::jsonb)`;
			return { count: rows.length };
		},
	read:
		({ site }: Scene) =>
		async (sql: TransactionSql) => {
			const rows = await sql`select answers from app.responses where site_id = ${site.id}`;
			return { count: rows.length };
		},
	readAllowed: (scene: Scene) => async (sql: TransactionSql) => {
		await sql`select app.use_read_grant(${scene.site.id})`;
		return acts.read(scene)(sql);
	},
	twice:
		(act: (sql: TransactionSql) => PromiseLike<{ count: number }>) =>
		async (sql: TransactionSql) => {
			await act(sql);
			return act(sql);
		},
};
