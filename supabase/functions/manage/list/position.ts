import { isDate, ServiceError } from '@feedback/contract';

import { decodeBase64url, encodeBase64url } from '../../_shared/secrets/base64url.ts';

/** A position in a list: a time in Postgres' format, and an ID to order rows with the same time. */
export type Position = { at: string; id: string };

const form = /^(\S+Z) (\S+)$/;

export function writePosition({ at, id }: Position): string {
	return encodeBase64url(new TextEncoder().encode(`${at} ${id}`));
}

/** Throws `invalid_request` for a cursor that our lists did not return. */
export function readPosition(cursor: string): Position {
	const [, at, id] = form.exec(decodeText(cursor)) ?? [];
	if (!at || !id || !isDate(at) || !uuidForm.test(id)) throw wrongCursor();
	return { at, id };
}

/** Writes the cursor of a list that is ordered by one ID or name. */
export function writeMark(mark: string): string {
	return encodeBase64url(new TextEncoder().encode(mark));
}

/** The id or name behind a cursor. Throws `invalid_request` when it does not have that form. */
export function readMark(cursor: string, expected: RegExp): string {
	const mark = decodeText(cursor);
	if (!expected.test(mark)) throw wrongCursor();
	return mark;
}

export const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One page of rows that were read with one row more than the limit. */
export function cutPage<Row>(
	rows: readonly Row[],
	limit: number,
	mark: (row: Row) => string,
): { items: Row[]; next: string | null } {
	const items = rows.slice(0, limit);
	const last = rows.length > limit ? items.at(-1) : undefined;
	return { items, next: last === undefined ? null : mark(last) };
}

function decodeText(cursor: string): string {
	const bytes = decodeBase64url(cursor);
	return bytes ? new TextDecoder().decode(bytes) : '';
}

function wrongCursor(): ServiceError {
	return new ServiceError('invalid_request', {
		field: 'cursor',
		message: 'cursor must be the next of a page before',
	});
}

/** Throws `invalid_request` unless the value has the form of the `latest` of an earlier response. */
export function readLatest(after: string): string {
	if (!after.endsWith('Z') || !isDate(after)) {
		throw new ServiceError('invalid_request', {
			field: 'after',
			message: 'after must be the latest of an answer before',
		});
	}
	return after;
}

/** Seconds by which `after` overlaps, to include rows of transactions that committed late. */
export const overlapSeconds = 3;
