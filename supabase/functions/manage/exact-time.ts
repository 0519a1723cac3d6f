import type { Fragment, TransactionSql } from 'postgres';

/** A time with its microseconds: a parameter that Postgres takes for a time, the driver cuts to milliseconds. */
export function exactTime(tx: TransactionSql, time: string): Fragment {
	return tx`${time}::text::timestamptz`;
}
