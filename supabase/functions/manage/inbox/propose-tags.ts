import { ServiceError, type RouteOutput } from '@feedback/contract';

import type { Caller } from '../../_shared/caller/caller.ts';
import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Input, Operation } from '../operation/operation.ts';
import { findQuotes, type Quote } from './quotes.ts';

type Tag = RouteOutput<'proposeTags'>['tags'][number];

export const proposeTags: Operation<'proposeTags'> = {
	access: 'read write',
	async run({ tx, person, service }, { site, tags: given, labels }) {
		const tags = await insertTags(tx, site, given, person);
		const inserted = new Set(tags.map(({ id }) => id));
		const tagOf = await findTags(tx, site, [
			...given.map(({ name }) => name),
			...labels.map(({ tag }) => tag),
		]);
		const examples = await Promise.all(
			given.map(async ({ name, examples: quotes }, place) => {
				const tag = tagOf.get(name)!;
				return (
					await findQuotes(tx, site, quotes, (index) => `tags.${place}.examples.${index}`)
				).map((quote) => ({ ...quote, tag, is_example: inserted.has(tag) }));
			}),
		);
		const others = labels.map(({ tag: name, ...quote }, index) => {
			const tag = tagOf.get(name);
			if (tag === undefined) {
				throw new ServiceError('invalid_request', {
					field: `labels.${index}.tag`,
					message: `labels.${index}.tag: the site has no tag "${name}"; propose it in tags`,
				});
			}
			return { ...quote, tag, is_example: false };
		});
		const found = await findQuotes(tx, site, others, (index) => `labels.${index}`);
		const all = [...examples.flat(), ...found];
		const proposed = await insertLabels(tx, site, all);
		return {
			tags,
			labels: proposed,
			known: given.length - tags.length + all.length - proposed,
			url: `${service.dashboardUrl}/sites/${site}/inbox?status=all&proposed=any`,
		};
	},
	audit: (_, { tags, labels }) =>
		tags.length + labels > 0
			? { subject: [...tags.map(({ name }) => name), `${labels} labels`].join(', ') }
			: undefined,
};

/** Inserts the tags that the site does not have yet. */
async function insertTags(
	tx: Tx,
	site: string,
	tags: Input<'proposeTags'>['tags'],
	person: Caller,
): Promise<Tag[]> {
	if (tags.length === 0) return [];
	const given = tx.json(tags.map((tag) => ({ name: tag.name, definition: tag.definition })));
	const from = tx`from jsonb_to_recordset(${given}) g (name text, definition text)`;
	// Programs may not write `state`; its default is proposed.
	return person.connection === undefined
		? tx<Tag[]>`
			insert into app.tags (site_id, name, definition, state, created_by)
			select ${site}::uuid, g.name, g.definition, 'proposed', ${person.id}::uuid ${from} order by lower(g.name)
			on conflict (site_id, lower(name)) do nothing returning id, name`
		: tx<Tag[]>`
			insert into app.tags (site_id, name, definition, created_by)
			select ${site}::uuid, g.name, g.definition, app.acting_person() ${from} order by lower(g.name)
			on conflict (site_id, lower(name)) do nothing returning id, name`;
}

/** UUIDs of the tags with these names, in upper or lower case. */
async function findTags(tx: Tx, site: string, names: string[]): Promise<Map<string, string>> {
	const rows = await tx<{ name: string; id: string }[]>`
		select g.name, a.id from jsonb_array_elements_text(${tx.json(names)}) g (name)
		join app.tags a on a.site_id = ${site} and lower(a.name) = lower(g.name)`;
	return new Map(rows.map(({ name, id }) => [name, id]));
}

type Label = Quote & { tag: string; is_example: boolean };

/** Inserts labels that are not proposed or decided yet. Resolves to their number. */
export async function insertLabels(
	tx: Tx,
	site: string,
	labels: Label[],
	by?: 'method',
): Promise<number> {
	if (labels.length === 0) return 0;
	const proposed = await tx`
		insert into app.label_proposals (site_id, display_id, question_id, tag_id, quote, is_example, created_by
			${by ? tx`, source` : tx``})
		select ${site}::uuid, g.response, g.question, g.tag, g.quote, g.is_example, app.acting_person()
			${by ? tx`, ${by}` : tx``}
		from jsonb_to_recordset(${tx.json(labels as JsonValue)})
			g (response uuid, question text, tag uuid, quote text, is_example boolean)
		where not exists (
			select from app.text_tags h where h.site_id = ${site} and h.display_id = g.response
			  and h.question_id = g.question and h.tag_id = g.tag)
		on conflict do nothing returning tag_id`;
	return proposed.length;
}
