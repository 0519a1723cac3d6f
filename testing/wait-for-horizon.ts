import { setTimeout as pause } from 'node:timers/promises';

import type { Sql } from 'postgres';

/**
 * Resolves when a cursor taken from now on comes after everything that is committed by now. A cursor never passes a
 * transaction that is still open, and transactions in other databases of the cluster count too.
 */
export async function waitForHorizon(sql: Sql): Promise<void> {
	const [mark] = await sql`select pg_current_xact_id()::text as id`;
	for (;;) {
		const [row] = await sql`
			select pg_snapshot_xmin(pg_current_snapshot()) > ${mark!['id']}::xid8 as passed`;
		if (row!['passed']) return;
		await pause(10);
	}
}
