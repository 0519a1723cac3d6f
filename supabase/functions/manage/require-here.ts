import type { Database } from '../../../database/database.ts';
import type { Tx } from '../../../database/statement.ts';

/**
 * A cell for management: each transaction fails with `unavailable` while the cell does not have what home changed a second
 * ago. What it reads besides, such as the session of its caller, may have ended.
 */
export function requireCurrentCopies(cell: Database): Database {
	const tag = (...args: Parameters<Database>) => cell(...args);
	return Object.assign(tag as Database, {
		json: cell.json,
		begin: ((access, run, onlyForClient) =>
			cell.begin(
				access,
				async (tx: Tx) => {
					// Sent with the first statement of the transaction.
					const checked = tx`select app.require_current_copies()`.execute();
					const [result] = await Promise.all([run(tx), checked]);
					return result;
				},
				onlyForClient,
			)) as Database['begin'],
		within: (scope: Parameters<Database['within']>[0]) => requireCurrentCopies(cell.within(scope)),
		end: () => cell.end(),
	});
}
