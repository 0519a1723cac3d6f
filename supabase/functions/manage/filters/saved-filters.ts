import { ServiceError, type RouteOutput, type SavedFilter } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import { checkFilter } from './check-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { noSuchPrompt, requirePrompt } from '../prompts/prompt-summary.ts';
import { listGone, readLatestQuestions } from './list-gone.ts';

type Saved = RouteOutput<'createSavedFilter'>;

export const listSavedFilters: Operation<'listSavedFilters'> = {
	access: 'read only',
	async run({ tx }, { site, prompt }) {
		return { items: await readSavedFilters(tx, site, prompt, tx``), next: null };
	},
};

export const createSavedFilter: Operation<'createSavedFilter'> = {
	access: 'read write',
	async run({ tx, person }, { site, prompt, name, filter }) {
		await checkFilter(tx, site, { ...filter, prompt }, ['filter']);
		await requirePrompt(tx, site, prompt);
		const id = crypto.randomUUID();
		await tx`
			insert into app.saved_filters (site_id, prompt_id, id, name, filter, created_by)
			values (${site}, ${prompt}, ${id}, ${name}, ${tx.json(filter as JsonValue)}, ${person.id})`;
		return findSavedFilter(tx, site, prompt, id);
	},
	audit: (_, { name }) => ({ subject: name }),
};

export const updateSavedFilter: Operation<'updateSavedFilter'> = {
	access: 'read write',
	async run({ tx }, { site, prompt, saved_filter: id, name, filter }) {
		if (filter) await checkFilter(tx, site, { ...filter, prompt }, ['filter']);
		const given = filter === undefined ? null : tx.json(filter as JsonValue);
		const changed = await tx`
			update app.saved_filters f
			set name = coalesce(${name ?? null}, f.name), filter = coalesce(${given}::jsonb, f.filter),
			    updated_at = clock_timestamp()
			where f.site_id = ${site} and f.prompt_id = ${prompt} and f.id = ${id}
			  and (f.name <> ${name ?? null} or f.filter <> ${given}::jsonb)
			returning f.id`;
		return { ...(await findSavedFilter(tx, site, prompt, id)), changed: changed.length > 0 };
	},
	audit: (_, { name, changed }) => (changed ? { subject: name } : undefined),
};

export const deleteSavedFilter: Operation<'deleteSavedFilter'> = {
	access: 'read write',
	async run({ tx }, { site, prompt, saved_filter: id }) {
		const which = tx`site_id = ${site} and prompt_id = ${prompt} and id = ${id}`;
		// Checks the grant of a connection, which otherwise would see no row to delete.
		const found =
			await tx`update app.saved_filters set updated_at = updated_at where ${which} returning id`;
		if (found.length === 0) throw noSuchFilter();
		await tx`delete from app.saved_filters where ${which}`;
		return { removed: true };
	},
	audit: ({ saved_filter: id }) => ({ subject: id }),
};

type SavedRow = Pick<Saved, 'id' | 'name' | 'created_by'> & {
	filter: SavedFilter;
	created_at: Date;
	updated_at: Date;
};

async function readSavedFilters(
	tx: Tx,
	site: string,
	prompt: string,
	which: Fragment,
): Promise<Saved[]> {
	const [latest, rows] = await Promise.all([
		readLatestQuestions(tx, site, prompt),
		tx<SavedRow[]>`
			select f.id, f.name, f.filter, f.created_at, f.updated_at, app.name_of(m.person_id, m.email) as created_by
			from app.saved_filters f
			join app.sites s on s.id = f.site_id
			left join app.members m on m.workspace_id = s.workspace_id and m.person_id = f.created_by
			where f.site_id = ${site} and f.prompt_id = ${prompt} ${which}
			order by lower(f.name), f.id`,
	]);
	if (!latest) throw noSuchPrompt();
	return rows.map((row) => ({
		...row,
		gone: listGone(row.filter, latest),
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	}));
}

async function findSavedFilter(tx: Tx, site: string, prompt: string, id: string): Promise<Saved> {
	const [found] = await readSavedFilters(tx, site, prompt, tx`and f.id = ${id}`);
	if (!found) throw noSuchFilter();
	return found;
}

function noSuchFilter(): ServiceError {
	return new ServiceError('not_found', {
		message: 'The prompt has no such saved filter.',
		field: 'saved_filter',
	});
}
