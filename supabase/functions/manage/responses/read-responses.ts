import { listTypes, type MetBranches, type ResponseContext } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Values } from '../../../../contract/src/wire.ts';
import { linkToScreenshot } from '../../_shared/messages/link-to-screenshot.ts';
import { filterSegment } from '../filters/segment.ts';
import { exactTime } from '../list/exact-time.ts';
import type { Input } from '../operation/operation.ts';

export type ResponseRow = {
	id: string;
	prompt: string;
	survey_id: string;
	revision: number;
	variant: string | null;
	met_branches: MetBranches | null;
	answers: Record<string, unknown>;
	final: boolean;
	created_at: Date;
	updated_at: string;
	account: string | null;
	traits: Values;
	/** As a display keeps it, with all ranges of the language. */
	context: (Omit<ResponseContext, 'language'> & { language?: string[] }) | null;
	/** IDs of the pictures of its answers, by question; null without any. */
	screenshots: Record<string, string> | null;
	/** The transaction that changed it last. */
	changed_in: string;
};

export function readResponses(tx: Tx, where: Fragment): PromiseLike<ResponseRow[]> {
	return tx<ResponseRow[]>`
		select r.display_id as id, r.prompt_id as prompt, p.survey_id, r.revision, r.variant, r.met_branches, r.answers, r.final,
		       r.created_at, to_json(r.updated_at at time zone 'utc')#>>'{}' || 'Z' as updated_at,
		       s.account, r.traits, r.context, r.changed_in::text,
		       -- Most people may read no picture at all: they pay for one look at the table.
		       case when exists (select from app.screenshots) then (
		           select jsonb_object_agg(t.question_id, t.id) from app.screenshots t
		           where t.site_id = r.site_id and t.display_id = r.display_id and t.answered) end as screenshots
		from app.responses r
		join app.prompts p on p.site_id = r.site_id and p.id = r.prompt_id
		left join app.subjects s on s.site_id = r.site_id and s.id = r.subject_id
		where ${where}`;
}

/** Returns the URL of a site in the dashboard. */
export function pagesOf({ dashboardUrl }: { dashboardUrl: string }, site: string): string {
	return `${dashboardUrl}/sites/${site}`;
}

/** `pages`: URL of the site in the dashboard. */
export function describeResponse(
	{ changed_in: _, context, met_branches, screenshots, ...row }: ResponseRow,
	pages: string,
) {
	return {
		...row,
		...(met_branches && { met_branches }),
		context: describeContext(context),
		created_at: row.created_at.toISOString(),
		...(screenshots && {
			screenshots: Object.fromEntries(
				Object.keys(screenshots).map((question) => [
					question,
					linkToScreenshot(pages, row.id, question),
				]),
			),
		}),
	};
}

/** The response with links to its pictures in place of their IDs, for files that people read. */
export function withScreenshotLinks(row: ResponseRow, pages: string): ResponseRow {
	const { id, answers, screenshots } = row;
	if (!screenshots) return row;
	const linked = Object.entries(answers).map(([question, answer]) => [
		question,
		answer === screenshots[question] ? linkToScreenshot(pages, id, question) : answer,
	]);
	return { ...row, answers: Object.fromEntries(linked) as ResponseRow['answers'] };
}

/** The context of a response, with the most specific range of its language. */
export function describeContext(context: ResponseRow['context']): ResponseContext {
	const { language, ...rest } = context ?? {};
	return { ...rest, ...(language?.[0] !== undefined && { language: language[0] }) };
}

export type ResponseFilter = Omit<
	Input<'listResponses'>,
	'site' | 'limit' | 'cursor' | 'after' | 'filter'
>;

/** Returns a filter's conditions on `r`, without those of `figure`, to append to other conditions. */
export function filterResponses(
	tx: Tx,
	site: string,
	{ prompt, final, since, until, search, figure: _, ...segment }: ResponseFilter,
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
