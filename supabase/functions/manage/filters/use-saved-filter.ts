import { ServiceError, type SavedFilter } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { startOfDays } from './start-of-days.ts';

type Filtered = Omit<SavedFilter, 'days'> & {
	site: string;
	prompt?: string | undefined;
	filter?: string | undefined;
};

/**
 * Returns the input with its saved filter expanded; other fields of the input replace parts of the filter. `under`
 * is the path of the filter in the input, and `now` is in milliseconds.
 */
export async function useSavedFilter<Given extends Filtered>(
	tx: Tx,
	{ filter: named, ...given }: Given,
	now: number,
	under: readonly string[] = [],
): Promise<Omit<Given, 'filter'>> {
	if (named === undefined) return given;
	const field = [...under, 'filter'].join('.');
	const { site, prompt } = given;
	if (prompt === undefined) {
		throw new ServiceError('invalid_request', {
			field,
			message: `${field} needs prompt: filters are saved for a prompt`,
		});
	}
	// A filter may have the UUID of another as its name.
	const [saved] = await tx<{ filter: SavedFilter }[]>`
		select f.filter from app.saved_filters f
		where f.site_id = ${site} and f.prompt_id = ${prompt}
		  and (f.id::text = lower(${named}) or lower(f.name) = lower(${named}))
		order by f.id::text = lower(${named}) desc limit 1`;
	if (!saved) {
		throw new ServiceError('invalid_request', {
			field,
			message: `${field} names the saved filter "${named}", which the prompt does not have`,
			hint: 'List the saved filters of the prompt. They may have been renamed or deleted.',
		});
	}
	const { days, since, until, ...part } = saved.filter;
	const period =
		days === undefined ? { since, until } : { since: await startOfDays(tx, site, days, now) };
	const present = Object.entries(given).filter(([, value]) => value !== undefined);
	const ownPeriod = present.some(([key]) => key === 'since' || key === 'until');
	return {
		...given,
		...part,
		...(ownPeriod ? {} : period),
		...(Object.fromEntries(present) as Partial<Given>),
	};
}
