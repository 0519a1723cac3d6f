import { setTimeout as pause } from 'node:timers/promises';

import type { Sql } from 'postgres';

/**
 * Resolves when any cursor taken from now on is after everything that is committed by now. A cursor never passes an
 * open transaction, and this includes transactions in other databases of the cluster.
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
