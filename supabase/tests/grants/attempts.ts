// Forbidden actions of agents as plain SQL statements, without the checks of the manage function.
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
type Ended = { revoked?: boolean; expired?: boolean; paused?: boolean };

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

type Attempt = {
	name: string;
	grants: (scene: Scene) => Given[];
	ended?: Ended;
	claims?: { call?: string | null; sub?: string };
	act: (scene: Scene) => (sql: TransactionSql) => Promise<{ count: number }>;
};

const { createSite: newSite, createPrompt, saveRevision, rename, publish, move, read } = acts;
const { readAllowed, setLauncher, twice } = acts;

/** Attempts that the database must refuse. */
export const attempts: Attempt[] = [
	{ name: 'a site without a grant', grants: () => [{ action: 'prompt:draft' }], act: newSite },
	{
		name: 'two sites in one transaction under one `once`',
		grants: () => [{ action: 'site:create', mode: 'once' }],
		act: (scene) => twice(newSite(scene)),
	},
	{
		name: 'a site in a workspace that the grant is not for',
		grants: ({ elsewhere }) => [{ action: 'site:create', site: elsewhere }],
		act: newSite,
	},
	{
		name: 'another site than was approved',
		grants: () => [{ action: 'site:create', mode: 'once', siteName: 'Old' }],
		act: newSite,
	},
	{
		name: 'a prompt without a grant',
		grants: () => [{ action: 'prompt:publish' }],
		act: createPrompt,
	},
	{
		name: 'a revision without a grant',
		grants: () => [{ action: 'prompt:publish' }],
		act: saveRevision,
	},
	{
		name: 'a prompt of a site that was not chosen',
		grants: ({ elsewhere }) => [{ action: 'prompt:draft', site: elsewhere }],
		act:
			({ elsewhere }) =>
			(sql) =>
				acts.createPrompt({ site: elsewhere } as Scene)(sql),
	},
	{
		name: 'another survey ID under a publish grant',
		grants: () => [{ action: 'prompt:publish' }],
		act: rename,
	},
	{
		name: 'publishing under a draft grant',
		grants: () => [{ action: 'prompt:draft' }],
		act: publish,
	},
	{
		name: 'publishing another revision than was approved',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft, revision: 1 },
		],
		act: (scene) => publish(scene, 2),
	},
	{
		name: 'publishing another prompt than was approved',
		grants: ({ live }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: live, revision: 1 },
		],
		act: publish,
	},
	{
		name: 'publishing under a grant to pause',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft },
		],
		act: publish,
	},
	{
		name: 'pausing under a grant to publish',
		grants: ({ live }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: live, revision: 1 },
		],
		act: (scene) => move(scene, 'paused'),
	},
	{
		name: 'pausing another prompt than was approved',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft },
		],
		act: (scene) => move(scene, 'paused'),
	},
	{
		name: 'two changes under one `once`',
		grants: ({ live }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: live, mode: 'once' },
		],
		act: (scene) => async (sql) => {
			await move(scene, 'paused')(sql);
			return move(scene, 'archived')(sql);
		},
	},
	{
		name: 'publishing while it may read responses',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft, revision: 1 },
			{ action: 'response:read' },
		],
		act: publish,
	},
	{
		name: 'publishing after it returned its reading grant',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft, revision: 1 },
			{ action: 'response:read', givenBack: true },
		],
		act: publish,
	},
	{
		name: 'setting a launcher under a grant to publish',
		grants: () => [{ action: 'prompt:draft' }, { action: 'prompt:publish' }],
		act: setLauncher,
	},
	{
		name: 'setting another launcher than was approved',
		grants: () => [{ action: 'launcher:set', launcher: 'other' }],
		act: setLauncher,
	},
	{
		name: 'setting a launcher under a grant to remove it',
		grants: () => [{ action: 'launcher:set', launcher: null }],
		act: setLauncher,
	},
	{
		name: 'two launchers under one `once`',
		grants: () => [{ action: 'launcher:set', mode: 'once' }],
		act: (scene) => async (sql) => {
			await setLauncher(scene)(sql);
			return setLauncher(scene, null)(sql);
		},
	},
	{
		name: 'setting a launcher while it may read responses',
		grants: () => [{ action: 'launcher:set', launcher: 'live' }, { action: 'response:read' }],
		act: setLauncher,
	},
	{
		name: 'setting the launcher of a site that was not chosen',
		grants: ({ elsewhere }) => [{ action: 'launcher:set', site: elsewhere }],
		act:
			({ elsewhere }) =>
			(sql) =>
				setLauncher({ site: elsewhere } as Scene)(sql),
	},
	{
		name: 'changing another setting under a grant for launchers',
		grants: () => [{ action: 'launcher:set' }],
		act:
			({ site }) =>
			(sql) =>
				sql`update app.sites set settings = settings || '{"origins": []}' where id = ${site.id}`,
	},
	{
		name: 'seeing a site that another connection may see',
		grants: () => [],
		act:
			({ elsewhere }) =>
			async (sql) => {
				const rows = await sql`select id from app.prompts where site_id = ${elsewhere.id}`;
				return { count: rows.length };
			},
	},
	{
		name: 'using a lasting grant that is revoked',
		grants: () => [{ action: 'prompt:draft', revoked: true }],
		act: createPrompt,
	},
	{ name: 'reading without a grant', grants: () => [{ action: 'prompt:draft' }], act: read },
	{
		name: 'reading under a `once` without consuming it',
		grants: () => [{ action: 'response:read', mode: 'once' }],
		act: read,
	},
	{
		name: 'reading under a `once` without a call id',
		grants: () => [{ action: 'response:read', mode: 'once' }],
		claims: { call: null },
		act: readAllowed,
	},
	{
		name: 'reading under a `once` of another call',
		grants: () => [{ action: 'response:read', mode: 'once', consumed: true }],
		act: readAllowed,
	},
	{
		name: 'reading while it also claims to be a person',
		grants: () => [{ action: 'response:read' }],
		claims: { sub: people.owner },
		act: read,
	},
	...(['expired', 'revoked', 'consumed'] as const).map((what) => ({
		name: `using a grant that is ${what}`,
		grants: () => [{ action: 'prompt:draft' as const, mode: 'once' as const, [what]: true }],
		act: createPrompt,
	})),
	{
		name: 'seeing prompts while connections are paused',
		grants: () => [],
		ended: { paused: true },
		act:
			({ site }) =>
			async (sql) => {
				const rows = await sql`select id from app.prompts where site_id = ${site.id}`;
				return { count: rows.length };
			},
	},
	{
		name: 'creating a site while connections are paused',
		grants: () => [{ action: 'site:create' }],
		ended: { paused: true },
		act: newSite,
	},
	{
		name: 'seeing the workspace while its connections are paused',
		grants: () => [],
		ended: { paused: true },
		act:
			({ site }) =>
			async (sql) => {
				const rows = await sql`select id from app.workspaces where id = ${site.workspace}`;
				return { count: rows.length };
			},
	},
	...(['expired', 'revoked'] as const).map((what) => ({
		name: `acting as a connection that is ${what}`,
		grants: () => [{ action: 'prompt:draft' as const }],
		ended: { [what]: true },
		act: createPrompt,
	})),
	{
		name: 'using a grant whose approver lost the role',
		grants: () => [{ action: 'prompt:draft', approvedBy: people.demoted }],
		act: createPrompt,
	},
	{
		name: 'using a grant whose approver left',
		grants: () => [{ action: 'response:read', approvedBy: people.leaver }],
		act: read,
	},
];
