import { ServiceError } from '@feedback/contract';

import { decodeBase64url, encodeBase64url } from '../../_shared/secrets/base64url.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';

/**
 * A position in the order in which responses changed: after a transaction number and, among the responses of one
 * transaction, after an ID. Numbers are compared only within one history of the database.
 */
export type ChangePosition = { transaction: string; id: string };

/**
 * The position up to which a reader may read, its history, and the first position that no transaction has
 * reached.
 */
export type Horizon = { history: string; settled: string; unreached: string };

const form = /^(\d+\.[0-9A-F]{8}) (\d{1,20}) ([0-9a-f-]{36})$/;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Reads the position up to which all transactions have ended. Responses that are read later in the same transaction
 * may be newer.
 */
export async function readHorizon(tx: Tx): Promise<Horizon> {
	const [row] = await tx<Horizon[]>`
		select app.database_history() as history,
		       pg_snapshot_xmin(s.snapshot)::text as settled, pg_snapshot_xmax(s.snapshot)::text as unreached
		from pg_current_snapshot() s (snapshot)`;
	return row!;
}

/** The position after all settled changes. */
export function settledPosition({ settled }: Horizon): ChangePosition {
	return { transaction: `${BigInt(settled) - 1n}`, id: lastId };
}

/** The cursor after all settled changes. */
export function writeSettled(horizon: Horizon): string {
	return writeChangeCursor(horizon.history, settledPosition(horizon));
}

export function writeChangeCursor(history: string, { transaction, id }: ChangePosition): string {
	return encodeBase64url(new TextEncoder().encode(`${history} ${transaction} ${id}`));
}

/**
 * The position of a cursor. Throws `invalid_request` for a cursor that the service did not issue, and
 * `cursor_expired` for a cursor of another history, whose numbers mean nothing in this one.
 */
export function readChangeCursor(
	cursor: string,
	horizon: Horizon,
	field = 'cursor',
): ChangePosition {
	const bytes = decodeBase64url(cursor);
	const [, history, transaction, id] =
		form.exec(bytes ? new TextDecoder().decode(bytes) : '') ?? [];
	if (!history || !transaction || !id) {
		throw new ServiceError('invalid_request', {
			field,
			message: `${field} must be a cursor of an answer before`,
		});
	}
	if (history !== horizon.history || BigInt(transaction) >= BigInt(horizon.unreached)) {
		throw new ServiceError('cursor_expired', {
			field,
			hint: 'Start again without a cursor, and replace what you have by ID.',
		});
	}
	return { transaction, id };
}

/** SQL condition that `r` changed after a position. */
export function changedAfter(tx: Tx, { transaction, id }: ChangePosition): Fragment {
	return tx`and (r.changed_in, r.display_id) > (${transaction}::xid8, ${id}::uuid)`;
}

/** SQL condition that `r` changed at a position or before it. */
export function changedUpTo(tx: Tx, { transaction, id }: ChangePosition): Fragment {
	return tx`and (r.changed_in, r.display_id) <= (${transaction}::xid8, ${id}::uuid)`;
}
