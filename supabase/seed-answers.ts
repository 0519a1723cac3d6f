// Answers of the demo's visitors, so that results and the inbox of `npm start` show something.
import type { Database } from './functions/_shared/pool.ts';
import { demoSite } from './seed.ts';

type Given = {
	account: string | null;
	plan: 'free' | 'pro';
	hoursAgo: number;
	survey_id: string;
	answers: Record<string, string | number>;
	/** Names of tags. */
	tags?: string[];
};

const given: Given[] = [
	{
		...{ account: 'user_ada', plan: 'pro', hoursAgo: 2, survey_id: 'export-experience' },
		answers: {
			ease: 2,
			more: 'The export of a large report takes minutes, and I cannot tell whether it still runs.',
		},
	},
	{
		...{ account: 'user_bob', plan: 'free', hoursAgo: 5, survey_id: 'quick-poll' },
		answers: {
			recommend: 9,
			why: 'Setting up a report is quick, and everybody here understands it.',
		},
	},
	{
		...{ account: 'user_cem', plan: 'pro', hoursAgo: 9, survey_id: 'export-experience' },
		answers: { ease: 3, more: 'Please add Slack as a target of exports.' },
		tags: ['Export'],
	},
	{
		...{ account: null, plan: 'free', hoursAgo: 20, survey_id: 'quick-poll' },
		answers: { recommend: 4, why: 'It logs me out every day.' },
		tags: ['Sign-in'],
	},
	{
		...{ account: 'user_ada', plan: 'pro', hoursAgo: 31, survey_id: 'quick-poll' },
		answers: { recommend: 6, why: 'Good charts, slow exports.' },
		tags: ['Export', 'Speed'],
	},
	{
		...{ account: 'user_dee', plan: 'pro', hoursAgo: 50, survey_id: 'quick-poll' },
		answers: { recommend: 10, why: 'Support answered within an hour.' },
	},
	{
		...{ account: 'user_eli', plan: 'free', hoursAgo: 74, survey_id: 'export-experience' },
		answers: { ease: 5, more: 'PDF with our logo, finally!' },
	},
	{
		...{ account: 'user_fay', plan: 'free', hoursAgo: 98, survey_id: 'quick-poll' },
		answers: { recommend: 3, why: 'Too expensive for two people who look at one report a month.' },
		tags: ['Price'],
	},
	{
		...{ account: 'user_gil', plan: 'pro', hoursAgo: 122, survey_id: 'export-experience' },
		answers: { ease: 1, more: 'Exporting failed three times with a blank page.' },
		tags: ['Export', 'Bug'],
	},
	{
		...{ account: null, plan: 'free', hoursAgo: 147, survey_id: 'quick-poll' },
		answers: { recommend: 8, why: 'I like that reports reload by themselves.' },
	},
];

/**
 * Adds the answers to the demo site, unless it has responses already. `person` tagged them.
 *
 * @example
 * await seedAnswers(sql, '7f0c…'); // after seedDemo
 */
export async function seedAnswers(sql: Pick<Database, 'begin'>, person: string): Promise<void> {
	await sql.begin('read write', async (tx) => {
		await tx`select pg_advisory_xact_lock(hashtextextended('feedback demo', 0))`;
		const [known] = await tx`select from app.responses where site_id = ${demoSite.id} limit 1`;
		if (known) return;
		for (const { account, plan, hoursAgo, survey_id, answers, tags = [] } of given) {
			const [row] = await tx<{ display: string }[]>`
				with at as (select now() - ${hoursAgo}::integer * interval '1 hour' as at),
				known as (
					select s.id from app.subjects s where s.site_id = ${demoSite.id} and s.account = ${account}::text),
				subject as (
					insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
					select ${demoSite.id}::uuid, n.id, ${account}::text, n.id, at.at, now()
					from at, (select gen_random_uuid() as id) n where not exists (select from known)
					returning id),
				visitor as (
					insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
					select ${demoSite.id}::uuid, gen_random_uuid(), s.id, at.at, now()
					from at, (select id from known union all select id from subject) s
					returning id, subject_id),
				display as (
					insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin,
						state, traits, reserved_at, displayed_at, answered_at)
					select ${demoSite.id}::uuid, n.id, v.subject_id, v.id, gen_random_uuid(), p.id, 1, n.id, 'answered',
						jsonb_build_object('plan', ${plan}::text), at.at, at.at, at.at
					from at, visitor v, app.prompts p, (select gen_random_uuid() as id) n
					where p.site_id = ${demoSite.id} and p.survey_id = ${survey_id}
					returning *)
				insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, visitor_id, seq, final,
					answers, traits, created_at, updated_at)
				select site_id, id, prompt_id, revision, subject_id, visitor_id, 1, true, ${tx.json(answers)}::jsonb, traits,
					answered_at, answered_at
				from display
				returning display_id as display`;
			await tx`
				insert into app.tags (site_id, name, created_by)
				select ${demoSite.id}::uuid, t.name, ${person}::uuid from jsonb_array_elements_text(${tx.json(tags)}::jsonb) t (name)
				on conflict do nothing`;
			await tx`
				insert into app.text_tags (site_id, display_id, question_id, tag_id, created_by)
				select x.site_id, x.display_id, x.question_id, a.id, ${person}::uuid
				from app.text_answers x
				join app.tags a on a.site_id = x.site_id
				  and a.name in (select t.name from jsonb_array_elements_text(${tx.json(tags)}::jsonb) t (name))
				where x.site_id = ${demoSite.id} and x.display_id = ${row!.display}`;
		}
	});
}
