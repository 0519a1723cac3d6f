import { limits, ServiceError } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import type { Input, Operation } from '../operation/operation.ts';
import { filterResponses } from '../responses/read-responses.ts';
import { findFigureRows } from '../results/figure-rows.ts';
import { findDeletion } from './deletions.ts';

const { responses: most } = limits.deletion;

export const previewResponseDeletion: Operation<'previewResponseDeletion'> = {
	access: 'read only',
	async run({ tx, service, person }, input) {
		const { site } = input;
		const filter = await useSavedFilter(tx, input, service.clock());
		const [selected, [owned]] = await Promise.all([
			select(tx, filter),
			person.connection === undefined
				? tx<{ allowed: boolean }[]>`
					select ${site}::uuid = any(array(select app.sites_for('owner'))) as allowed`
				: [],
		]);
		return {
			name: await nameResponses(tx, input, selected.length),
			allowed: owned?.allowed ?? false,
			counts: { responses: selected.length },
			scheduled: null,
			url: `${service.dashboardUrl}/sites/${site}/responses?${writeQuery(filter)}`,
		};
	},
};

export const deleteResponses: Operation<'deleteResponses'> = {
	access: 'read write',
	async run({ tx, service }, { count, ...input }) {
		const now = service.clock();
		const selected = await select(tx, await useSavedFilter(tx, input, now));
		if (selected.length > most) {
			throw new ServiceError('conflict', {
				message: `The filter matches more than ${write(most)} responses. Nothing was deleted.`,
				hint: 'Narrow the filter, for example to a shorter period.',
			});
		}
		if (selected.length !== count) {
			throw new ServiceError('conflict', {
				field: 'count',
				message: `The filter now matches ${sayResponses(selected.length)}, not ${write(count)}. Nothing was deleted.`,
				hint: 'Look at the responses and their count again.',
			});
		}
		const [made] = await tx<{ id: string }[]>`
			select app.delete_responses(${input.site}, ${selected.map(({ id }) => id)}::uuid[],
				${[...new Set(selected.map(({ changed_in }) => changed_in))]}::text[], ${await nameResponses(tx, input, count)},
				${new Date(now)}) as id`;
		return findDeletion(tx, tx`d.id = ${made!.id}`);
	},
	audit: (_, { name, workspace }) =>
		workspace === null ? undefined : { subject: name, workspace },
};

type Filter = Omit<Input<'previewResponseDeletion'>, 'filter'>;
type Selected = { id: string; changed_in: string };

/** The responses that match, at most one more than a request may delete. */
async function select(tx: Tx, { site, ...filter }: Filter): Promise<Selected[]> {
	await checkFilter(tx, site, filter);
	const { where, test } = await findFigureRows(tx, { site, ...filter });
	const rows = await tx<(Selected & Parameters<NonNullable<typeof test>>[0])[]>`
		select r.display_id as id, r.changed_in::text, r.revision, r.variant, r.met_branches, r.final,
		       ${test ? tx`r.answers` : tx`'{}'::jsonb as answers`}
		from app.responses r
		where r.site_id = ${site} ${filterResponses(tx, site, filter)} ${where}
		limit ${most + 1}`;
	// What was not read cannot be tested.
	return test && rows.length <= most ? rows.filter(test) : rows;
}

/** The filter as a query of the dashboard's page, with the dialog open. */
function writeQuery({
	site: _,
	final,
	since,
	until,
	condition,
	figure,
	trait = [],
	...same
}: Filter) {
	const query = new URLSearchParams({
		...Object.fromEntries(
			Object.entries(same).flatMap(([key, value]) =>
				value === undefined ? [] : [[key, String(value)]],
			),
		),
		...(final !== undefined && { state: final ? 'final' : 'partial' }),
		...((since ?? until) !== undefined && { period: 'custom' }),
		...(since !== undefined && { from: since }),
		...(until !== undefined && { to: until }),
		...(condition && { condition: JSON.stringify(condition) }),
		...(figure && { figure: JSON.stringify(figure) }),
	});
	for (const one of trait) query.append('trait', one);
	query.append('delete', '');
	return query;
}

/** For example `12 responses to “After an export”`. It names no part of the filter, which may name a person. */
async function nameResponses(tx: Tx, { site, prompt }: Filter, count: number): Promise<string> {
	const responses = count > most ? `more than ${sayResponses(most)}` : sayResponses(count);
	if (prompt === undefined) return responses;
	const [found] = await tx<{ name: string }[]>`
		select name from app.find_deletable('prompt', ${prompt}, ${site})`;
	return `${responses} to “${found!.name}”`;
}

const write = (count: number) => count.toLocaleString('en-GB');
const sayResponses = (count: number) => `${write(count)} ${count === 1 ? 'response' : 'responses'}`;
