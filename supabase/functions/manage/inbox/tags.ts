import { limits, ServiceError } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { readCodebookTags, type CodebookTag } from './codebook.ts';
import { acceptLabels, addExamples } from './labels.ts';
import { findQuotes } from './quotes.ts';

export const createTag: Operation<'createTag'> = {
	access: 'read write',
	async run({ tx, person }, { site, name, definition = '', examples = [] }) {
		const found = await findQuotes(tx, site, examples, (index) => `examples.${index}`);
		const [created] = await tx<{ id: string }[]>`
			insert into app.tags (site_id, name, definition, created_by)
			values (${site}, ${name}, ${definition}, ${person.id}) returning id`;
		await addExamples(tx, site, created!.id, found, person.id);
		return findCodebookTag(tx, site, created!.id);
	},
	audit: (_, { name }) => ({ subject: name }),
};

export const updateTag: Operation<'updateTag'> = {
	access: 'read write',
	async run(
		{ tx, person },
		{ site, tag, name, definition, state, add_examples: added = [], remove_examples: removed = [] },
	) {
		// Lock the tag: this serializes concurrent changes and prevents its deletion until then.
		const [before] = await tx<{ state: CodebookTag['state'] }[]>`
			select state from app.tags where site_id = ${site} and id = ${tag} for update`;
		if (!before) throw noSuchTag();
		if (before.state === 'proposed' && state === undefined && added.length > 0) {
			throw new ServiceError('conflict', {
				field: 'add_examples',
				message: 'The tag is only proposed. Accept it with state, or reject it by deleting it.',
			});
		}
		const found = await findQuotes(tx, site, added, (index) => `add_examples.${index}`);
		await tx`
			update app.tags set name = coalesce(${name ?? null}, name), definition = coalesce(${definition ?? null}, definition),
				state = coalesce(${state ?? null}, state)
			where site_id = ${site} and id = ${tag}`;
		if (before.state === 'proposed' && state === 'accepted') {
			await acceptLabels(
				tx,
				tx`select distinct l.site_id, l.display_id, l.question_id, l.tag_id from app.label_proposals l
					where l.site_id = ${site} and l.tag_id = ${tag} and l.is_example and l.state <> 'rejected'`,
				person.id,
			);
		}
		await tx`
			update app.text_tags g set is_example = false
			from jsonb_to_recordset(${tx.json(removed)}) e (response uuid, question text)
			where g.site_id = ${site} and g.tag_id = ${tag} and g.display_id = e.response and g.question_id = e.question`;
		await addExamples(tx, site, tag, found, person.id);
		return findCodebookTag(tx, site, tag);
	},
	audit: (_, { name }) => ({ subject: name }),
};

export const deleteTag: Operation<'deleteTag'> = {
	access: 'read write',
	async run({ tx }, { site, tag }) {
		const removed = await tx<{ name: string }[]>`
			delete from app.tags where site_id = ${site} and id = ${tag} returning name`;
		if (removed.length === 0) throw noSuchTag();
		return { removed: true };
	},
	audit: ({ tag }) => ({ subject: tag }),
};

/** Throws `conflict` if the tag has too many examples. */
async function findCodebookTag(tx: Tx, site: string, tag: string): Promise<CodebookTag> {
	const [found] = await readCodebookTags(tx, site, tx`a.id = ${tag}`);
	if (found!.examples.length > limits.inbox.examples) {
		throw new ServiceError('conflict', {
			message: `A tag has at most ${limits.inbox.examples} examples.`,
		});
	}
	return found!;
}

export function noSuchTag(): ServiceError {
	return new ServiceError('not_found', { message: 'The site has no such tag.', field: 'tag' });
}
