import type { TransactionSql } from 'postgres';

import type { TestSql } from './harness.ts';

class Undo extends Error {}

/** Runs `work` in a transaction, or from a savepoint of one, and rolls it back. */
export async function undone<T>(
	sql: TestSql | TransactionSql,
	work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
	let result: T;
	const run = async (scope: TransactionSql): Promise<void> => {
		result = await work(scope);
		throw new Undo();
	};
	await ('savepoint' in sql ? sql.savepoint(run) : sql.begin(run)).catch((error: unknown) => {
		if (!(error instanceof Undo)) throw error;
	});
	return result!;
}
