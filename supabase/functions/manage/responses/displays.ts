import type { ExportedDisplay } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import { filterSegment } from '../filters/segment.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { exactTime } from '../list/exact-time.ts';
import { cutPage, readPosition, writePosition } from '../list/position.ts';
import type { Input, Operation } from '../operation/operation.ts';
import { findFigureDisplays } from '../results/figure-displays.ts';

type Instants =
	| 'reserved_at'
	| 'displayed_at'
	| 'answered_at'
	| 'dismissed_at'
	| 'postponed_at'
	| 'postponed_until'
	| 'released_at';
export type DisplayRow = Omit<ExportedDisplay, Instants> & { reserved_at: Date } & Record<
		Exclude<Instants, 'reserved_at'>,
		Date | null
	>;

export const listDisplays: Operation<'listDisplays'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx, service }, input) {
		const scope = await useSavedFilter(tx, input, service.clock());
		const { site, limit, cursor, ...filter } = scope;
		await checkFilter(tx, site, filter);
		const { where } = await findFigureDisplays(tx, { site, ...filter });
		const rows = await readDisplayRows<{ place: string }>(
			tx,
			tx`, to_json(d.reserved_at at time zone 'utc')#>>'{}' || 'Z' as place`,
			tx`d.site_id = ${site} ${cursor ? before(tx, cursor) : tx``} ${filterDisplays(tx, site, filter)} ${where}
				order by d.reserved_at desc, d.id desc
				limit ${limit + 1}`,
		);
		const { items, next } = cutPage(rows, limit, ({ place: at, id }) => writePosition({ at, id }));
		return { items: items.map(describeDisplay), next };
	},
};

export function readDisplayRows<More = unknown>(
	tx: Tx,
	more: Fragment,
	where: Fragment,
): PromiseLike<(DisplayRow & More)[]> {
	return tx<(DisplayRow & More)[]>`
		select d.id, d.prompt_id as prompt, p.survey_id, d.revision, d.variant, d.state, d.reserved_at, d.displayed_at,
		       d.answered_at, d.dismissed_at, d.postponed_at, d.postponed_until, d.released_at, d.release_reason, s.account, d.traits ${more}
		from app.displays d
		join app.prompts p on p.site_id = d.site_id and p.id = d.prompt_id
		left join app.subjects s on s.site_id = d.site_id and s.id = d.subject_id
		where ${where}`;
}

type Filter = Omit<Input<'listDisplays'>, 'site' | 'limit' | 'cursor' | 'filter'>;

/** Returns a filter's conditions on `d`, without those of `figure`, to append to other conditions. */
export function filterDisplays(
	tx: Tx,
	site: string,
	{ prompt, answered, since, until, figure: _, ...segment }: Filter,
): Fragment {
	return tx`
		${filterSegment(tx, site, segment, 'd')}
		${prompt === undefined ? tx`` : tx`and d.prompt_id = ${prompt}`}
		${answered === undefined ? tx`` : tx`and (d.answered_at is not null) = ${answered}`}
		${since === undefined ? tx`` : tx`and d.reserved_at >= ${exactTime(tx, since)}`}
		${until === undefined ? tx`` : tx`and d.reserved_at < ${exactTime(tx, until)}`}`;
}

function describeDisplay({ place: _, ...row }: DisplayRow & { place: string }): ExportedDisplay {
	const write = (at: Date | null) => at?.toISOString() ?? null;
	return {
		...row,
		reserved_at: row.reserved_at.toISOString(),
		displayed_at: write(row.displayed_at),
		answered_at: write(row.answered_at),
		dismissed_at: write(row.dismissed_at),
		postponed_at: write(row.postponed_at),
		postponed_until: write(row.postponed_until),
		released_at: write(row.released_at),
	};
}

function before(tx: Tx, cursor: string): Fragment {
	const { id, at } = readPosition(cursor);
	return tx`and (d.reserved_at, d.id) < (${exactTime(tx, at)}, ${id}::uuid)`;
}
