import type { Fragment, Tx } from '../../../../database/statement.ts';
import { exactTime } from '../list/exact-time.ts';
import { cutPage, writePosition, type Position } from '../list/position.ts';
import {
	filterResponses,
	readResponses,
	type ResponseFilter,
	type ResponseRow,
} from './read-responses.ts';

/** Rows that a statement reads: the first, and at most. */
const firstStep = 1_000;
const longestStep = 20_000;

/** Milliseconds after which a page ends, although it is not full; it reads one step at least. */
const pageMs = 1_000;

type Wanted = {
	site: string;
	limit: number;
	filter: ResponseFilter;
	/** Conditions of a figure, besides those of the filter. */
	where?: Fragment;
	after: Position | undefined | '';
};

/**
 * A page of responses, newest first. No index serves traits, conditions or words, so a page of a filter that few
 * responses meet ends early, even without items: the next page continues there.
 */
export async function readPage(
	tx: Tx,
	{ site, limit, filter, where = tx``, after }: Wanted,
	forMs = pageMs,
): Promise<{ items: ResponseRow[]; next: string | null }> {
	const { trait, condition, search, figure, ...indexed } = filter;
	const isSearched = [trait, condition, search, figure].some((each) => each !== undefined);
	const end = performance.now() + forMs;
	const found: ResponseRow[] = [];
	let last = after || undefined;
	for (let rows = firstStep; ;) {
		const started = performance.now();
		const upTo = isSearched ? await findStep(tx, { site, filter: indexed, last, rows }) : undefined;
		found.push(
			...(await readResponses(
				tx,
				tx`r.site_id = ${site} ${last ? behind(tx, last) : tx``} ${upTo ? notBehind(tx, upTo) : tx``}
					${filterResponses(tx, site, filter)} ${where}
					order by r.updated_at desc, r.display_id desc
					limit ${limit + 1 - found.length}`,
			)),
		);
		if (upTo === undefined || found.length > limit) return cutPage(found, limit, toMark);
		const now = performance.now();
		if (now >= end) return { items: found, next: writePosition(upTo) };
		last = upTo;
		// At most four times as many, and no more than the rest of the time is enough for: words take longer than traits.
		const growth = Math.min(4, (end - now) / (now - started));
		rows = Math.min(Math.max(Math.ceil(rows * growth), firstStep), longestStep);
	}
}

/** The mark of a response in a list. */
export function toMark({ updated_at: at, id }: ResponseRow): string {
	return writePosition({ at, id });
}

type Step = { site: string; filter: ResponseFilter; last: Position | undefined; rows: number };

/** The position of the row that is this many rows after another; undefined if there are fewer. */
async function findStep(tx: Tx, { site, filter, last, rows }: Step): Promise<Position | undefined> {
	const [row] = await tx<Position[]>`
		select to_json(r.updated_at at time zone 'utc')#>>'{}' || 'Z' as at, r.display_id as id from app.responses r
		where r.site_id = ${site} ${last ? behind(tx, last) : tx``} ${filterResponses(tx, site, filter)}
		order by r.updated_at desc, r.display_id desc offset ${rows - 1} limit 1`;
	return row;
}

function behind(tx: Tx, { id, at }: Position): Fragment {
	return tx`and (r.updated_at, r.display_id) < (${exactTime(tx, at)}, ${id}::uuid)`;
}

function notBehind(tx: Tx, { id, at }: Position): Fragment {
	return tx`and (r.updated_at, r.display_id) >= (${exactTime(tx, at)}, ${id}::uuid)`;
}
