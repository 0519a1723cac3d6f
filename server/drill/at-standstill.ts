import { setTimeout as pause } from 'node:timers/promises';

import { raw } from 'sql-template-tag';

import type { Tx } from '../../database/statement.ts';
import type { DatabaseClient } from '../postgres/connect.ts';
import { isLockTimeout } from '../postgres/when-free.ts';
import { listTables } from './table-figures.ts';

/** Milliseconds for which a writer may have to wait. */
const lockTimeoutMs = 100;
const attempts = 200;

/**
 * Calls `mark` at a moment at which no transaction that writes is under way, and gives `reader` the snapshot of this
 * moment. Writers wait for milliseconds: the tables are locked only for `mark`.
 *
 * @param reader a transaction that has run no query yet
 */
export async function atStandstill(
	sql: DatabaseClient,
	reader: Tx,
	mark: (tx: Tx) => Promise<void>,
): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await sql.begin('read write', async (tx) => {
				await tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`;
				const tables = (await listTables(tx)).join(', ');
				await tx`lock table ${raw(tables)} in share mode`;
				const [exported] = await tx<{ snapshot: string }[]>`
					select pg_export_snapshot() as snapshot`;
				await reader`set transaction isolation level repeatable read`;
				await reader`set transaction snapshot ${raw(`'${exported!.snapshot}'`)}`;
				await mark(tx);
			});
		} catch (error) {
			if (!isLockTimeout(error) || attempt === attempts) throw error;
			await pause(Math.random() * 200);
		}
	}
}
