import type { Fragment, Tx } from '../_shared/statement.ts';

/** A time with its microseconds, which a `Date` would cut to milliseconds. */
export function exactTime(tx: Tx, time: string): Fragment {
	return tx`${time}::timestamptz`;
}
