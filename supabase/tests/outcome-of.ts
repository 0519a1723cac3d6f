import type { TransactionSql } from 'postgres';

/** Runs statements from a savepoint. Returns their result, or the code of their error, after which nothing of them stays. */
export function outcomeOf<T>(
	sql: TransactionSql,
	act: (sql: TransactionSql) => Promise<T>,
): Promise<T | string> {
	return sql.savepoint(act).catch((error: unknown) => (error as { code: string }).code) as Promise<
		T | string
	>;
}
