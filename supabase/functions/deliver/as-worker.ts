import type { Database } from '../../../database/database.ts';
import type { Tx } from '../../../database/statement.ts';

/** Runs statements in one transaction as the role that may claim and acknowledge deliveries. */
export function asWorker<Result>(
	sql: Database,
	run: (tx: Tx) => PromiseLike<Result>,
): Promise<Result> {
	return sql.begin('read write', async (tx) => {
		const role = tx`select set_config('role', 'feedback_worker', true)`.execute();
		const [, result] = await Promise.all([role, run(tx)]);
		return result;
	});
}
