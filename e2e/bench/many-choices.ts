// A prompt with the maximum number of questions and options, the last a rating, and very many answers to it over 60 days.
import { randomUUID } from 'node:crypto';

import { limits, promptSchema } from '@feedback/contract';
import type { Statements } from '../../database/statement.ts';

export type Choices = {
	owner: string;
	site: string;
	prompt: string;
	/** An account with ten responses. */
	account: string;
	questions: number;
	options: number;
};

const days = 60;
const ids = Array.from({ length: limits.prompt.questions }, (_, at) => `q${at + 1}`);
const options = Array.from({ length: limits.prompt.options }, (_, at) => `o${at + 1}`);

const content = promptSchema.parse({
	survey_id: 'choices',
	name: 'Choices',
	questions: ids.map((id, at) =>
		at === ids.length - 1
			? { id, type: 'rating', title: 'How easy was it?', scale: 10 }
			: {
					id,
					type: 'single_choice',
					title: `Which fits ${id}?`,
					options: options.map((value) => ({ value, label: `Option ${value}` })),
				},
	),
	trigger: { events: ['report.exported'] },
});

/** Three displays for two responses. Skips triggers and foreign keys, because the generated rows are consistent anyway. */
export async function fillManyChoices(admin: Statements, responses: number): Promise<Choices> {
	const [workspace, site, owner, prompt] = Array.from({ length: 4 }, () => randomUUID());
	await admin`insert into app.workspaces (id, name) values (${workspace!}, 'Bench')`;
	await admin`
		insert into app.members (workspace_id, person_id, role, email)
		values (${workspace!}, ${owner!}, 'owner', 'ada@example.com')`;
	await admin`insert into app.sites (id, workspace_id, name) values (${site!}, ${workspace!}, 'Bench')`;
	await admin`set session_replication_role = replica`;
	await admin`
		insert into app.prompts (site_id, id, key, survey_id, created_by, state, published_revision, published_at)
		values (${site!}, ${prompt!}, 1, 'choices', ${owner!}, 'published', 1, now() - ${days}::int * interval '1 day')`;
	await admin`
		insert into app.revisions (site_id, prompt_id, number, content, created_by)
		values (${site!}, ${prompt!}, 1, ${admin.json(content)}, ${owner!})`;
	await admin`
		create table known as
		select n, app.mint_id() as id from generate_series(0, ${responses}::int / 10 - 1) n`;
	await admin`create unique index on known (n)`;
	await admin`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		select ${site!}, id, 'account-' || n, id, now(), now() from known`;
	await admin`
		create table shown as
		select i as n, i % 3 <> 0 as answers, app.mint_id() as id, k.id as subject_id,
			now() - (1 - i / (${responses}::float8 * 1.5)) * ${days}::int * interval '1 day' as at
		from generate_series(1, ${responses}::int * 3 / 2) i
		join known k on k.n = i % (${responses}::int / 10)`;
	await fillDisplays(admin, site!, prompt!);
	await admin`set session_replication_role = origin`;
	await admin`vacuum analyze`;
	return {
		owner: owner!,
		site: site!,
		prompt: prompt!,
		account: 'account-7',
		questions: ids.length,
		options: options.length,
	};
}

async function fillDisplays(admin: Statements, site: string, prompt: string): Promise<void> {
	await admin`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state,
			traits, context, reserved_at, displayed_at, answered_at)
		select ${site}, id, subject_id, subject_id, id, ${prompt}, 1, id,
			case when answers then 'answered' when n % 2 = 0 then 'dismissed' else 'displayed' end,
			jsonb_build_object('plan', case when n % 1000 = 1 then 'gold' when n % 5 = 0 then 'team' else 'pro' end),
			jsonb_build_object('device', case when n % 4 = 0 then 'phone' else 'desktop' end, 'path', '/page/' || n % 90),
			at, at + interval '1 second',
			case when answers then at + make_interval(secs => 5 + abs(hashint4(n)) % 60000 / 1000.0) end
		from shown`;
	// Some options are chosen more often than others.
	await admin`
		insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, visitor_id, seq, final,
			answers, traits, context, created_at, updated_at)
		select s.site_id, s.id, s.prompt_id, 1, s.subject_id, s.visitor_id, 1, a.final, a.answers, s.traits, s.context,
			s.answered_at, s.answered_at
		from app.displays s
		join shown w on w.id = s.id
		cross join lateral (
			select w.n % 10 <> 1 as final, jsonb_object_agg(q.id,
				case when q.at = ${ids.length}::int then to_jsonb(1 + abs(hashint8(w.n)) % 10) else to_jsonb('o'
					|| 1 + least(abs(hashint8(w.n * 64 + q.at)) % 30, abs(hashint8(w.n * 64 + q.at + 32)) % 30)) end) as answers
			from unnest(${ids}::text[]) with ordinality q (id, at)
			where w.n % 10 <> 1 or q.at <= 1 + w.n / 10 % 20
		) a
		where s.answered_at is not null
		order by s.answered_at`;
}
