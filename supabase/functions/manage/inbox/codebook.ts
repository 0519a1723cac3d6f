import type { RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { exactTime } from '../list/exact-time.ts';
import type { Input, Operation } from '../operation/operation.ts';

export type CodebookTag = RouteOutput<'updateTag'>;
type Codebook = RouteOutput<'listTags'>;
type Counts = Omit<Codebook['tags'][number], keyof CodebookTag>;

export const listTags: Operation<'listTags'> = {
	access: 'read only',
	async run({ tx }, { site, ...period }) {
		const meets = within(tx, period);
		const [themes, counts, [all], proposers] = await Promise.all([
			readCodebookTags(tx, site, tx`true`),
			tx<({ id: string } & Counts)[]>`
				select a.id, coalesce(c.answers, 0)::integer as answers, coalesce(c.open, 0)::integer as open,
				       jsonb_build_object('open', coalesce(d.open, 0), 'accepted', coalesce(d.accepted, 0),
				           'rejected', coalesce(d.rejected, 0)) as proposals
				from app.tags a
				left join (
					select g.tag_id, count(*) as answers, count(*) filter (where t.status = 'open') as open
					from app.text_tags g
					join app.text_answers t
					  on t.site_id = g.site_id and t.display_id = g.display_id and t.question_id = g.question_id
					where g.site_id = ${site} ${meets} group by g.tag_id) c on c.tag_id = a.id
				left join (
					select l.tag_id, ${decisions(tx)} from app.label_proposals l where l.site_id = ${site} group by l.tag_id
				) d on d.tag_id = a.id
				where a.site_id = ${site}`,
			tx<Pick<Codebook, 'answers' | 'untagged'>[]>`
				select count(*)::integer as answers, count(*) filter (where not exists (
					select from app.text_tags g where g.site_id = t.site_id and g.display_id = t.display_id
					  and g.question_id = t.question_id))::integer as untagged
				from app.text_answers t where t.site_id = ${site} ${meets}`,
			tx<Codebook['proposers']>`
				select l.source as kind, nullif(l.proposer, '') as connection, ${decisions(tx)}
				from app.label_proposals l where l.site_id = ${site}
				group by l.source, l.proposer order by l.source, l.proposer`,
		]);
		const countsOf = new Map(counts.map(({ id, ...rest }) => [id, rest]));
		const tags = themes.map((theme) => ({ ...theme, ...countsOf.get(theme.id)! }));
		return { ...all!, tags, proposers: [...proposers] };
	},
};

function decisions(tx: Tx): Fragment {
	return tx`count(*) filter (where l.state = 'proposed')::integer as open,
		count(*) filter (where l.state = 'accepted')::integer as accepted,
		count(*) filter (where l.state = 'rejected')::integer as rejected`;
}

/** Text answers as `t`. */
export function within(
	tx: Tx,
	{ since, until, prompt }: Pick<Input<'listTags'>, 'since' | 'until' | 'prompt'>,
): Fragment {
	return tx`
		${since === undefined ? tx`` : tx`and t.answered_at >= ${exactTime(tx, since)}`}
		${until === undefined ? tx`` : tx`and t.answered_at < ${exactTime(tx, until)}`}
		${prompt === undefined ? tx`` : tx`and t.prompt_id = ${prompt}`}`;
}

type CodebookTagRow = Omit<CodebookTag, 'created_by' | 'created_at'> & {
	created_by: string;
	person_name: string | null;
	email: string | null;
	created_at: Date;
};

/** Tags as `a`; the proposed ones first, then by name. */
export async function readCodebookTags(
	tx: Tx,
	site: string,
	which: Fragment,
): Promise<CodebookTag[]> {
	const rows = await tx<CodebookTagRow[]>`
		select a.id, a.name, a.definition, a.state, a.created_by, a.created_at, app.name_of(m.person_id, null) as person_name, m.email,
		       case when a.source <> 'person' then
		           jsonb_build_object('kind', a.source, 'connection', nullif(a.proposer, '')) end as proposed_by,
		       (select coalesce(jsonb_agg(jsonb_build_object('response', e.display_id, 'question', e.question_id,
		            'quote', e.quote) order by e.created_at, e.display_id), '[]')
		        from (
		            select g.display_id, g.question_id, g.quote, g.created_at from app.text_tags g
		            where g.site_id = a.site_id and g.tag_id = a.id and g.is_example
		            union all
		            select l.display_id, l.question_id, l.quote, l.created_at from app.label_proposals l
		            where a.state = 'proposed' and l.site_id = a.site_id and l.tag_id = a.id and l.is_example
		              and l.state = 'proposed') e) as examples
		from app.tags a
		join app.sites i on i.id = a.site_id
		left join app.members m on m.workspace_id = i.workspace_id and m.person_id = a.created_by
		where a.site_id = ${site} and ${which}
		order by a.state = 'accepted', lower(a.name)`;
	return rows.map(({ created_by: person, person_name: name, email, created_at: at, ...row }) => ({
		...row,
		created_by: { person, name, email },
		created_at: at.toISOString(),
	}));
}
