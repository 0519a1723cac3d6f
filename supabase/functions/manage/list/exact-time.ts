import type { Fragment, Tx } from '../../../../database/statement.ts';

/** A time with microseconds, which a `Date` would truncate to milliseconds. */
export function exactTime(tx: Tx, time: string): Fragment {
	return tx`${time}::timestamptz`;
}
