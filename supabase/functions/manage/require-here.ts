import type { Database } from '../../../database/database.ts';
import type { Tx } from '../../../database/statement.ts';
import { type Locator, sought } from '../_shared/locator.ts';
import type { ReadDatabase } from '../_shared/replica.ts';

/**
 * A database for management, where there are several: each transaction fails with `unavailable` while a cell does not have
 * what home changed a second ago, because sessions may have ended, and in the database that a workspace has left.
 */
export function requireHere(database: Database, locator: Locator): Database {
	const tag = (...args: Parameters<Database>) => database(...args);
	return Object.assign(tag as Database, {
		json: database.json,
		begin: checkFirst(database, locator),
		within: (scope: Parameters<Database['within']>[0]) =>
			requireHere(database.within(scope), locator),
		end: () => database.end(),
	});
}

/** The same for reads that a replica may answer. */
export function requireReadsHere(
	reads: ReadDatabase,
	locator: Locator,
	notice: (error: unknown) => void,
): ReadDatabase {
	if (locator === 'home') return reads;
	const begin = checkFirst(reads, locator);
	return {
		get answeredBy() {
			return reads.answeredBy;
		},
		async begin(...args) {
			try {
				return await begin(...args);
			} catch (error) {
				notice(error);
				throw error;
			}
		},
		within: (scope) => requireReadsHere(reads.within(scope), locator, notice),
	};
}

function checkFirst(database: Pick<Database, 'begin'>, locator: Locator): Database['begin'] {
	const { workspace, site, siteId, secret } = sought(locator);
	return (access, run, onlyForClient) =>
		database.begin(
			access,
			async (tx: Tx) => {
				// Sent with the first statement of the transaction.
				const checked = tx`
					select app.require_here(${workspace ?? null}::uuid, ${site ?? null}::uuid, ${siteId ?? null}, ${secret ?? null})`.execute();
				const [result] = await Promise.all([run(tx), checked]);
				return result;
			},
			onlyForClient,
		);
}
