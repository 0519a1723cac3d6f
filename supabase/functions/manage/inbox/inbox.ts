import { limits, type RouteOutput } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';

type Inbox = RouteOutput<'getInbox'>;
const { counted, countedByTag } = limits.inbox;

export const getInbox: Operation<'getInbox'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx }, { site }) {
		const [[counts], tags, [proposed], members] = await Promise.all([
			// Each count ends at a limit, because the page reads them every few seconds.
			tx<(Pick<Inbox, 'open' | 'done'> & { newest: Date | null })[]>`
				select (select count(*)::integer from (
				            select from app.text_answers where site_id = ${site} and status = 'open' limit ${counted}) t) as open,
				       (select count(*)::integer from (
				            select from app.text_answers where site_id = ${site} and status = 'done' limit ${counted}) t) as done,
				       (select answered_at from app.text_answers where site_id = ${site} order by answered_at desc limit 1) as newest`,
			tx<Inbox['tags']>`
				select a.id, a.name, c.answers, c.open
				from app.tags a
				cross join lateral (
					select count(*)::integer as answers, count(*) filter (where t.status = 'open')::integer as open
					from (
						select * from app.text_tags x where x.site_id = a.site_id and x.tag_id = a.id limit ${countedByTag}
					) g
					join app.text_answers t
					  on t.site_id = g.site_id and t.display_id = g.display_id and t.question_id = g.question_id
				) c
				where a.site_id = ${site} and a.state = 'accepted'
				order by lower(a.name)`,
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
		const newest = counts!.newest?.toISOString() ?? null;
		return { ...counts!, newest, tags, proposed: proposed!, members };
	},
};
