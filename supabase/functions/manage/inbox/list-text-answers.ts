import type { Fragment, Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import { exactTime } from '../list/exact-time.ts';
import type { Input, Operation } from '../operation/operation.ts';
import { cutPage, readMark, writeMark } from '../list/position.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { filterSegment } from '../filters/segment.ts';
import { describeTextAnswer, readTextAnswers } from './read-text-answers.ts';

export const listTextAnswers: Operation<'listTextAnswers'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx, service }, input) {
		const scope = await useSavedFilter(tx, input, service.clock());
		const { site, limit, cursor, ...filter } = scope;
		await checkFilter(tx, site, filter);
		const rows = await readTextAnswers(
			tx,
			tx`t.site_id = ${site} ${cursor ? before(tx, cursor) : tx``} ${meets(tx, site, filter)}
				order by t.answered_at desc, t.display_id desc, t.question_id desc
				limit ${limit + 1}`,
		);
		const { items, next } = cutPage(rows, limit, ({ answered_at: at, response, question }) =>
			writeMark(`${at} ${response} ${question}`),
		);
		return { items: items.map(describeTextAnswer), next };
	},
};

const form =
	/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S+)$/;

function before(tx: Tx, cursor: string): Fragment {
	const [, at, response, question] = form.exec(readMark(cursor, form))!;
	return tx`and (t.answered_at, t.display_id, t.question_id)
		< (${exactTime(tx, at!)}, ${response!}::uuid, ${question!}::text)`;
}

type Filter = Omit<Input<'listTextAnswers'>, 'site' | 'limit' | 'cursor' | 'filter'>;

function meets(
	tx: Tx,
	site: string,
	{ status, tag, proposed, assignee, prompt, question, search, since, until, ...segment }: Filter,
): Fragment {
	return tx`
		${filterSegment(tx, site, segment, 'r')}
		${
			// A constant instead of a parameter, because an index contains only open text answers.
			status === undefined
				? tx``
				: status === 'open'
					? tx`and t.status = 'open'`
					: tx`and t.status = 'done'`
		}
		${
			tag === undefined
				? tx``
				: tx`and exists (select from app.text_tags g where g.site_id = t.site_id and g.display_id = t.display_id
					and g.question_id = t.question_id and g.tag_id = ${tag})`
		}
		${
			proposed === undefined
				? tx``
				: tx`and exists (select from app.label_proposals l where l.site_id = t.site_id
					and l.display_id = t.display_id and l.question_id = t.question_id and l.state = 'proposed'
					${proposed === 'any' ? tx`` : tx`and l.tag_id = ${proposed}`})`
		}
		${
			assignee === undefined
				? tx``
				: assignee === 'none'
					? tx`and t.assignee is null`
					: tx`and t.assignee = ${assignee}`
		}
		${prompt === undefined ? tx`` : tx`and t.prompt_id = ${prompt}`}
		${question === undefined ? tx`` : tx`and t.question_id = ${question}`}
		${since === undefined ? tx`` : tx`and t.answered_at >= ${exactTime(tx, since)}`}
		${until === undefined ? tx`` : tx`and t.answered_at < ${exactTime(tx, until)}`}
		${
			search === undefined
				? tx``
				: tx`and (t.display_id, t.question_id) in (
					select f.display_id, f.question_id from app.search_text_answers(${site}, ${search}) f)`
		}`;
}
