import { ServiceError } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import { exactTime } from '../list/exact-time.ts';
import type { Operation } from '../operation/operation.ts';
import { type FigureRows, findFigureRows } from '../results/figure-rows.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { readPage, toMark } from './read-page.ts';
import { describeResponse, filterResponses, pagesOf, readResponses } from './read-responses.ts';
import { cutPage, overlapSeconds, readLatest, readPosition } from '../list/position.ts';

export const listResponses: Operation<'listResponses'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx, service }, input) {
		const pages = pagesOf(service, input.site);
		const scope = await useSavedFilter(tx, input, service.clock());
		const { site, limit, cursor, after, ...filter } = scope;
		await checkFilter(tx, site, filter);
		const { where, test } = await findFigureRows(tx, { site, ...filter });
		const conditions = tx`${filterResponses(tx, site, filter)} ${where}`;
		const span = after ? changedSince(tx, after) : cursor ? before(tx, cursor) : tx``;
		const read =
			after || test
				? readUpTo(tx, { site, limit, test, where: tx`${span} ${conditions}` })
				: readPage(tx, { site, limit, filter, where, after: cursor && readPosition(cursor) });
		const [{ items, next }, [clock]] = await Promise.all([
			read,
			tx<{ now: string }[]>`select to_json(now() at time zone 'utc')#>>'{}' || 'Z' as now`,
		]);
		return {
			items: items.map((item) => describeResponse(item, pages)),
			next,
			latest: clock?.now ?? null,
		};
	},
};

type DisplayRow = { visitor: string | null; reserved_at: Date | null; displayed_at: Date | null };

export const getResponse: Operation<'getResponse'> = {
	access: 'read only',
	async run({ tx, service }, { site, response }) {
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
		return { ...describeResponse(found, pagesOf(service, site)), visitor, display };
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

/** Responses that one request tests beyond its condition: a page may hold fewer than its limit. */
const testedAtOnce = 500;

type Tested = { site: string; limit: number; where: Fragment; test: FigureRows['test'] };

async function readUpTo(tx: Tx, { site, limit, where, test }: Tested) {
	const most = test ? Math.max(limit, testedAtOnce) : limit;
	const rows = await readResponses(
		tx,
		tx`r.site_id = ${site} ${where} order by r.updated_at desc, r.display_id desc limit ${most + 1}`,
	);
	const read = cutPage(rows, most, toMark);
	const { items, next } = cutPage(test ? read.items.filter(test) : read.items, limit, toMark);
	return { items, next: next ?? read.next };
}

function before(tx: Tx, cursor: string): Fragment {
	const { id, at } = readPosition(cursor);
	return tx`and (r.updated_at, r.display_id) < (${exactTime(tx, at)}, ${id}::uuid)`;
}

function changedSince(tx: Tx, after: string): Fragment {
	return tx`and r.updated_at > ${exactTime(tx, readLatest(after))} - ${`${overlapSeconds} seconds`}::interval`;
}
