import { limits } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import type { Context } from '../../context.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';

export const filterName = z.string().min(1).max(limits.results.filterName);

export const savedFilter = option(
	filterName,
	'The saved filter, by name or UUID; "filter list" shows them.',
	'filter',
);

type Saved = RouteOutput<'listSavedFilters'>['items'][number];

/** The saved filter with this name, ignoring case, or with this UUID. */
export async function findSavedFilter(
	{ client }: Context,
	site: string,
	prompt: string,
	named: string,
): Promise<Saved> {
	const { items } = await client.listSavedFilters({ site, prompt });
	const wanted = named.toLowerCase();
	const found =
		items.find(({ id }) => id === wanted) ??
		items.find(({ name }) => name.toLowerCase() === wanted);
	if (found) return found;
	throw new Failure('not_found', `The prompt has no saved filter "${named}".`, {
		next: [['feedback', 'filter', 'list', prompt]],
	});
}
