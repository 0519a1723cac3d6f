import { listTypes, ServiceError } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Values } from '../../../../contract/src/wire.ts';
import { checkFilter } from '../filters/check-filter.ts';
import { exactTime } from '../list/exact-time.ts';
import type { Input, Operation } from '../operation/operation.ts';
import { findFigureRows } from '../results/figure-rows.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { filterSegment } from '../filters/segment.ts';
import {
	cutPage,
	overlapSeconds,
	readLatest,
	readPosition,
	writePosition,
} from '../list/position.ts';

export type ResponseRow = {
	id: string;
	prompt: string;
	survey_id: string;
	revision: number;
	variant: string | null;
	answers: Record<string, unknown>;
	final: boolean;
	created_at: Date;
	updated_at: string;
	account: string | null;
	traits: Values;
	/** The transaction that changed it last. */
	changed_in: string;
};

export const listResponses: Operation<'listResponses'> = {
	access: 'read only',
	async run({ tx, service }, input) {
		const scope = await useSavedFilter(tx, input, service.clock());
		const { site, limit, cursor, after, ...filter } = scope;
		await checkFilter(tx, site, filter);
		const { where, test } = await findFigureRows(tx, { site, ...filter });
		const place = after ? changedSince(tx, after) : cursor ? before(tx, cursor) : tx``;
		const most = test ? Math.max(limit, testedAtOnce) : limit;
		const [responses, [clock]] = await Promise.all([
			readResponses(
				tx,
				tx`r.site_id = ${site} ${place} ${filterResponses(tx, site, filter)} ${where}
					order by r.updated_at desc, r.display_id desc
					limit ${most + 1}`,
			),
			tx<{ now: string }[]>`select to_json(now() at time zone 'utc')#>>'{}' || 'Z' as now`,
		]);
		const mark = ({ updated_at: at, id }: ResponseRow) => writePosition({ at, id });
		const read = cutPage(responses, most, mark);
		const { items, next } = cutPage(test ? read.items.filter(test) : read.items, limit, mark);
		return {
			items: items.map(describeResponse),
			next: next ?? read.next,
			latest: clock?.now ?? null,
		};
	},
};

type DisplayRow = { visitor: string | null; reserved_at: Date | null; displayed_at: Date | null };

export const getResponse: Operation<'getResponse'> = {
	access: 'read only',
	async run({ tx }, { site, response }) {
		const [[found], [shown]] = await Promise.all([
			readResponses(tx, tx`r.site_id = ${site} and r.display_id = ${response}`),
			tx<DisplayRow[]>`
				select v.id as visitor, d.reserved_at, d.displayed_at
				from app.responses r
				left join app.visitors v on v.site_id = r.site_id and v.id = r.visitor_id
				left join app.displays d on d.site_id = r.site_id and d.id = r.display_id
				where r.site_id = ${site} and r.display_id = ${response}`,
		]);
		if (!found || !shown) throw noSuchResponse();
		const { visitor, reserved_at: reserved, displayed_at: displayed } = shown;
		const display = reserved && {
			reserved_at: reserved.toISOString(),
			displayed_at: displayed?.toISOString() ?? null,
		};
		return { ...describeResponse(found), visitor, display };
	},
};

export const deleteResponse: Operation<'deleteResponse'> = {
	access: 'read write',
	async run({ tx }, { site, response }) {
		const removed = await tx`
			delete from app.responses where site_id = ${site} and display_id = ${response}
			returning display_id`;
		if (removed.length === 0) throw noSuchResponse();
		return { removed: true };
	},
	audit: ({ response }) => ({ subject: response }),
};

function noSuchResponse(): ServiceError {
	return new ServiceError('not_found', {
		message: 'The site has no such response.',
		field: 'response',
	});
}

export function readResponses(tx: Tx, where: Fragment): PromiseLike<ResponseRow[]> {
	return tx<ResponseRow[]>`
		select r.display_id as id, r.prompt_id as prompt, p.survey_id, r.revision, r.variant, r.answers, r.final,
		       r.created_at, to_json(r.updated_at at time zone 'utc')#>>'{}' || 'Z' as updated_at,
		       s.account, r.traits, r.changed_in::text
		from app.responses r
		join app.prompts p on p.site_id = r.site_id and p.id = r.prompt_id
		left join app.subjects s on s.site_id = r.site_id and s.id = r.subject_id
		where ${where}`;
}

export function describeResponse({ changed_in: _, ...row }: ResponseRow) {
	return { ...row, created_at: row.created_at.toISOString() };
}

type Filter = Omit<Input<'listResponses'>, 'site' | 'limit' | 'cursor' | 'after' | 'filter'>;

/** Responses that one request tests beyond its condition: a page may hold fewer than its limit. */
const testedAtOnce = 500;

/** Returns a filter's conditions on `r`, without those of `figure`, to append to other conditions. */
export function filterResponses(
	tx: Tx,
	site: string,
	{ prompt, final, since, until, search, figure: _, ...segment }: Filter,
): Fragment {
	return tx`
		${filterSegment(tx, site, segment, 'r')}
		${prompt === undefined ? tx`` : tx`and r.prompt_id = ${prompt}`}
		${final === undefined ? tx`` : tx`and r.final = ${final}`}
		${since === undefined ? tx`` : tx`and r.created_at >= ${exactTime(tx, since)}`}
		${until === undefined ? tx`` : tx`and r.created_at < ${exactTime(tx, until)}`}
		${search === undefined ? tx`` : holdsWords(tx, search)}`;
}

// Searches only visitors' own text: texts behind "other", and plain texts that answer a text question
// rather than choose an option. The first condition reads no revision, and few responses pass it.
function holdsWords(tx: Tx, words: string): Fragment {
	return tx`and exists (
		select from jsonb_path_query(r.answers, 'strict $.**?(@.type() == "string")') v (text)
		where strpos(app.fold_text(v.text #>> '{}'), app.fold_text(${words})) > 0)
	and (exists (
		select from jsonb_path_query(r.answers, '$.*.other') v (text)
		where strpos(app.fold_text(v.text #>> '{}'), app.fold_text(${words})) > 0)
	or exists (
		select from app.revisions v, jsonb_array_elements(app.apply_variant(v.content, r.variant) -> 'questions') q (question)
		where v.site_id = r.site_id and v.prompt_id = r.prompt_id and v.number = r.revision
		  and q.question ->> 'type' = any(${listTypes('text')})
		  and strpos(app.fold_text(r.answers ->> (q.question ->> 'id')), app.fold_text(${words})) > 0))`;
}

function before(tx: Tx, cursor: string): Fragment {
	const { id, at } = readPosition(cursor);
	return tx`and (r.updated_at, r.display_id) < (${exactTime(tx, at)}, ${id}::uuid)`;
}

function changedSince(tx: Tx, after: string): Fragment {
	return tx`and r.updated_at > ${exactTime(tx, readLatest(after))} - ${`${overlapSeconds} seconds`}::interval`;
}
