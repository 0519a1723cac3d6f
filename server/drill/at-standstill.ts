import { setTimeout as pause } from 'node:timers/promises';

import { raw } from 'sql-template-tag';

import type { Tx } from '../../database/statement.ts';
import type { DatabaseClient } from '../postgres/connect.ts';
import { DrillNotPossible } from './drill-not-possible.ts';
import { listTables } from './table-figures.ts';

/** Milliseconds for which a writer may have to wait while the tables are being locked, all of them together. */
const maxWaitMs = 100;
const queryCanceled = '57014';

/**
 * Calls `mark` at a moment at which no transaction that writes is under way, and gives `reader` the snapshot of this
 * moment. Writers wait for milliseconds: the tables are locked only for `mark`.
 *
 * @param reader a transaction that has run no query yet
 * @throws DrillNotPossible when there was no such moment in any of the attempts
 */
export async function atStandstill(
	sql: DatabaseClient,
	reader: Tx,
	mark: (tx: Tx) => Promise<void>,
	attempts = 200,
): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await sql.begin('read write', async (tx) => {
				await lockTables(tx);
				const [exported] = await tx<{ snapshot: string }[]>`
					select pg_export_snapshot() as snapshot`;
				await reader`set transaction isolation level repeatable read`;
				await reader`set transaction snapshot ${raw(`'${exported!.snapshot}'`)}`;
				await mark(tx);
			});
		} catch (error) {
			if (!(error instanceof TablesBusy)) throw error;
			if (attempt === attempts) {
				throw new DrillNotPossible(
					'The tables are written to all the time, so there was no moment to compare. Try again later.',
					{ cause: error },
				);
			}
			await pause(Math.random() * 200);
		}
	}
}

class TablesBusy extends Error {}

/** Locks all tables against writers, or none. */
async function lockTables(tx: Tx): Promise<void> {
	const tables = (await listTables(tx)).join(', ');
	// A lock_timeout would apply to each table, and writers of the first ones would wait for the sum.
	await tx`select set_config('statement_timeout', ${String(maxWaitMs)}, true)`;
	try {
		await tx`lock table ${raw(tables)} in share mode`;
	} catch (error) {
		throw isCanceled(error) ? new TablesBusy('A table is busy.', { cause: error }) : error;
	}
	await tx`select set_config('statement_timeout', '0', true)`;
}

function isCanceled(error: unknown): boolean {
	const { code, cause } = error as { code?: string; cause?: unknown };
	return code === queryCanceled || (cause !== undefined && isCanceled(cause));
}
