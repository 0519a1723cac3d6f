import type { JsonValue } from '../../../../database/parameters.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Quote } from './quotes.ts';

/** What identifies a text answer of a site. */
export type Address = { response: string; question: string };

/** Text answers that are changed in the same way. */
export type Changed = { site: string; answers: readonly Address[] };

/**
 * Adds the tags with these names. Missing tags are created, and proposed tags and labels are accepted.
 * Resolves to the text answers that got a tag.
 */
export async function addTags(
	tx: Tx,
	{ site, answers }: Changed,
	names: string[],
	person: string,
): Promise<Address[]> {
	if (names.length === 0) return [];
	const given = tx.json(names);
	// Updating also locks an existing tag, so that a deletion happens either before or after this transaction.
	await tx`
		insert into app.tags as a (site_id, name, created_by)
		select ${site}::uuid, min(g.name), ${person}::uuid from jsonb_array_elements_text(${given}) g (name)
		group by lower(g.name) order by lower(g.name)
		on conflict (site_id, lower(name)) do update set state = 'accepted' where a.state = 'proposed'`;
	const tags = tx`select a.id from app.tags a where a.site_id = ${site}
		and lower(a.name) in (select lower(g.name) from jsonb_array_elements_text(${given}) g (name))`;
	return acceptLabels(
		tx,
		tx`select ${site}::uuid, e.response, e.question, a.id from (${tags}) a cross join ${rowsOf(tx, answers)}`,
		person,
	);
}

/** Text answers as rows `e`. */
export function rowsOf(tx: Tx, answers: readonly Address[]): Fragment {
	return tx`jsonb_to_recordset(${tx.json(answers as JsonValue)}) e (response uuid, question text)`;
}

/** Tags texts. Uses and accepts matching open proposals. Resolves to the text answers that got a tag. */
export async function acceptLabels(tx: Tx, labels: Fragment, person: string): Promise<Address[]> {
	const added = await tx<Address[]>`
		insert into app.text_tags (site_id, display_id, question_id, tag_id, source, proposer, quote, is_example, created_by)
		select b.site_id, b.display_id, b.question_id, b.tag_id, coalesce(p.source, 'person'), coalesce(p.proposer, ''),
		       p.quote, coalesce(p.is_example, false), ${person}::uuid
		from (${labels}) b (site_id, display_id, question_id, tag_id)
		left join lateral (
			select l.* from app.label_proposals l
			where l.site_id = b.site_id and l.display_id = b.display_id and l.question_id = b.question_id
			  and l.tag_id = b.tag_id and l.state = 'proposed'
			order by l.created_at, l.source, l.proposer limit 1) p on true
		on conflict do nothing
		returning display_id as response, question_id as question`;
	await tx`
		update app.label_proposals l set state = 'accepted', decided_by = ${person}, decided_at = now()
		from (${labels}) b (site_id, display_id, question_id, tag_id)
		where l.site_id = b.site_id and l.display_id = b.display_id and l.question_id = b.question_id
		  and l.tag_id = b.tag_id and l.state = 'proposed'`;
	return [...added];
}

/** Removes the tags with these names, and rejects their proposals. Resolves to the text answers that had any. */
export async function removeTags(
	tx: Tx,
	{ site, answers }: Changed,
	names: string[],
	person: string,
): Promise<Address[]> {
	if (names.length === 0) return [];
	const given = tx.json(names);
	const matches = tx`a.site_id = ${site}
		and lower(a.name) in (select lower(g.name) from jsonb_array_elements_text(${given}) g (name))`;
	const removed = await tx<Address[]>`
		delete from app.text_tags t using app.tags a, ${rowsOf(tx, answers)}
		where t.site_id = ${site} and t.display_id = e.response and t.question_id = e.question
		  and ${matches} and a.id = t.tag_id
		returning t.display_id as response, t.question_id as question`;
	const rejected = await tx<Address[]>`
		update app.label_proposals l set state = 'rejected', decided_by = ${person}, decided_at = now()
		from app.tags a, ${rowsOf(tx, answers)}
		where l.site_id = ${site} and l.display_id = e.response and l.question_id = e.question
		  and ${matches} and a.id = l.tag_id and l.state <> 'rejected'
		returning l.display_id as response, l.question_id as question`;
	return [...removed, ...rejected];
}

/** Makes quotes examples of a tag; their texts get the tag. */
export async function addExamples(
	tx: Tx,
	site: string,
	tag: string,
	examples: Quote[],
	person: string,
): Promise<void> {
	if (examples.length === 0) return;
	const given = tx.json(examples as JsonValue);
	const rows = tx`jsonb_to_recordset(${given}) e (response uuid, question text, quote text)`;
	await acceptLabels(
		tx,
		tx`select distinct ${site}::uuid, e.response, e.question, ${tag}::uuid from ${rows}`,
		person,
	);
	await tx`
		update app.text_tags g set quote = e.quote, is_example = true from ${rows}
		where g.site_id = ${site} and g.tag_id = ${tag} and g.display_id = e.response and g.question_id = e.question`;
}
