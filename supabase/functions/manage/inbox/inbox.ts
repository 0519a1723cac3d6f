import type { RouteOutput } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';

type Inbox = RouteOutput<'getInbox'>;

export const getInbox: Operation<'getInbox'> = {
	access: 'read only',
	async run({ tx }, { site }) {
		const [[counts], tags, [proposed], members] = await Promise.all([
			tx<Pick<Inbox, 'open' | 'done'>[]>`
				select count(*) filter (where status = 'open')::integer as open,
				       count(*) filter (where status = 'done')::integer as done
				from app.text_answers where site_id = ${site}`,
			tx<Inbox['tags']>`
				select a.id, a.name, count(g.tag_id)::integer as answers,
				       count(g.tag_id) filter (where t.status = 'open')::integer as open
				from app.tags a
				left join app.text_tags g on g.site_id = a.site_id and g.tag_id = a.id
				left join app.text_answers t
				  on t.site_id = g.site_id and t.display_id = g.display_id and t.question_id = g.question_id
				where a.site_id = ${site} and a.state = 'accepted'
				group by a.id, a.name order by lower(a.name)`,
			tx<Inbox['proposed'][]>`
				select (select count(*)::integer from app.tags a
				        where a.site_id = ${site} and a.state = 'proposed') as tags,
				       (select count(distinct (l.display_id, l.question_id))::integer from app.label_proposals l
				        where l.site_id = ${site} and l.state = 'proposed') as answers`,
			tx<Inbox['members']>`
				select m.person_id as person, app.name_of(m.person_id, null) as name, m.email from app.sites s
				join app.members m on m.workspace_id = s.workspace_id
				where s.id = ${site} order by lower(app.name_of(m.person_id, m.email)), m.person_id`,
		]);
		return { ...counts!, tags, proposed: proposed!, members };
	},
};
