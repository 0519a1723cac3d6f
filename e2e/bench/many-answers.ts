// One site with many prompts and responses, a member who owns it and a connection that may read all of it.
import { randomUUID } from 'node:crypto';

import { promptSchema } from '@feedback/contract';
import type { Statements } from '../../database/statement.ts';

export type Filled = {
	owner: string;
	connection: string;
	site: string;
	workspace: string;
	/** A prompt with one response in a hundred, or with all responses if it is the only prompt. */
	busy: string;
	visitor: string;
	/** The account of that visitor. */
	account: string;
	/** The name of one event in ten thousand. */
	rareName: string;
	/** A trait of one response in a thousand, as `key:value`. */
	rareTrait: string;
};

const content = promptSchema.parse({
	survey_id: 'busy',
	name: 'Busy',
	questions: [
		{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
		{ id: 'why', type: 'long_text', title: 'Why?' },
	],
	trigger: { events: ['report.exported'] },
});

/** Takes a minute or two. Skips triggers and foreign keys, because the generated rows are consistent anyway. */
export async function fillManyAnswers(
	admin: Statements,
	{ prompts, responses, events }: { prompts: number; responses: number; events: number },
): Promise<Filled> {
	const [workspace, site, owner, connection] = Array.from({ length: 4 }, () => randomUUID());
	await admin`insert into app.workspaces (id, name) values (${workspace!}, 'Bench')`;
	await admin`
		insert into app.members (workspace_id, person_id, role, email)
		values (${workspace!}, ${owner!}, 'owner', 'ada@example.com')`;
	await admin`insert into app.sites (id, workspace_id, name) values (${site!}, ${workspace!}, 'Bench')`;
	await admin`set session_replication_role = replica`;
	await admin`
		insert into app.prompts (site_id, id, survey_id, created_by, created_at, state, published_revision)
		select ${site!}, app.mint_id(), case n when 1 then 'busy' else 'p-' || n end, ${owner!},
			now() - n * interval '1 minute', 'published', 1
		from generate_series(1, ${prompts}::int) n`;
	await admin`
		insert into app.revisions (site_id, prompt_id, number, content, created_by)
		select site_id, id, 1, jsonb_set(${admin.json(content)}, '{survey_id}', to_jsonb(survey_id)), ${owner!}
		from app.prompts`;
	await admin`create table numbered as select id, row_number() over (order by survey_id <> 'busy', id) - 1 as n from app.prompts`;
	await admin`create unique index on numbered (n)`;
	await fillSubjects(admin, site!, responses / 10);
	await fillResponses(admin, site!, prompts, responses);
	await fillEvents(admin, site!, events);
	await admin`set session_replication_role = origin`;
	await makeMember(admin, {
		workspace: workspace!,
		site: site!,
		owner: owner!,
		connection: connection!,
	});
	await admin`vacuum analyze`;
	const [busy] = await admin<{ id: string }[]>`select id from numbered where n = 0`;
	const [known] = await admin<{ id: string }[]>`select id from known where n = 7`;
	return {
		owner: owner!,
		connection: connection!,
		site: site!,
		workspace: workspace!,
		busy: busy!.id,
		visitor: known!.id,
		account: 'account-7',
		rareName: 'report.shared',
		rareTrait: 'plan:gold',
	};
}

async function fillSubjects(admin: Statements, site: string, count: number): Promise<void> {
	await admin`
		create table known as
		select n, app.mint_id() as id from generate_series(0, ${count}::int - 1) n`;
	await admin`create unique index on known (n)`;
	await admin`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		select ${site}, id, 'account-' || n, id, now(), now() from known`;
	await admin`
		insert into app.visitors (site_id, id, subject_id, traits, first_seen_at, last_seen_at)
		select ${site}, id, id, jsonb_build_object('plan', 'pro', 'seats', n % 40, 'admin', n % 9 = 0), now(), now()
		from known`;
}

// Every hundredth response belongs to the busy prompt.
async function fillResponses(admin: Statements, site: string, prompts: number, count: number) {
	await admin`
		create table given as
		select app.mint_id() as id, p.id as prompt_id, k.id as subject_id, i as n,
			now() - (${count}::int - i) * interval '5 seconds' as at
		from generate_series(1, ${count}::int) i
		join numbered p on p.n = case when i % 100 = 0 then 0 else i % ${prompts}::int end
		join known k on k.n = i % (${count}::int / 10)`;
	await admin`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state,
			traits, reserved_at, displayed_at, answered_at)
		select ${site}, id, subject_id, subject_id, id, prompt_id, 1, id, 'answered', '{}', at, at, at from given`;
	await admin`
		insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, visitor_id, seq, final,
			answers, traits, created_at, updated_at)
		select ${site}, id, prompt_id, 1, subject_id, subject_id, 1, true,
			jsonb_build_object('score', n % 11, 'why', 'Because ' || n),
			jsonb_build_object('plan', case when n % 1000 = 0 then 'gold' when n % 3 = 0 then 'team' else 'pro' end), at, at
		from given`;
	// Does what the skipped trigger would do.
	await admin`
		insert into app.text_answers (site_id, display_id, question_id, prompt_id, text, config, words, answered_at)
		select ${site}, id, 'why', prompt_id, text, 'simple', to_tsvector('simple', text), at
		from given, lateral (select 'Because ' || n as text) t`;
}

async function fillEvents(admin: Statements, site: string, count: number): Promise<void> {
	await admin`
		insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties)
		select s.key, app.mint_id(at), v.key, k.id, at, false, hashtext(t.name), t.name,
			jsonb_build_object('format', 'pdf', 'pages', i % 50, 'draft', i % 7 = 0)
		from generate_series(1, ${count}::int) i
		cross join lateral (select now() - i * interval '0.5 seconds' as at,
			case when i % 10000 = 0 then 'report.shared' else 'report.exported' end as name) t
		join app.sites s on s.id = ${site}
		join known k on k.n = i % (select count(*) from known)
		join app.visitors v on v.site_id = s.id and v.id = k.id`;
	await admin`
		insert into app.event_names (site_id, name, registered, first_seen_at, last_seen_at)
		select ${site}, name, true, now(), now() from unnest(array['report.exported', 'report.shared']) name`;
}

type Place = { workspace: string; site: string; owner: string; connection: string };

async function makeMember(
	admin: Statements,
	{ workspace, site, owner, connection }: Place,
): Promise<void> {
	await admin`
		insert into app.connections (id, person_id, kind, name) values (${connection}, ${owner}, 'mcp', 'Bench')`;
	await admin`insert into app.connection_sites values (${connection}, ${workspace}, ${site})`;
	await admin`
		insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, expires_at)
		values (${connection}, ${workspace}, ${site}, 'response:read', 'until', ${owner}, now() + interval '1 day')`;
}
