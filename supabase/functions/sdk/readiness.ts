import type { Database } from '../../../database/database.ts';

/**
 * Whether the database accepts events now: it responds within the pool's deadline, is not a read-only replica,
 * and has today's partition. Use a separate connection, which load on the pool cannot delay.
 */
export async function isReady(sql: Database): Promise<boolean> {
	try {
		const [row] = await sql<{ ready: boolean }[]>`
			select not pg_is_in_recovery() and exists (
				select from pg_catalog.pg_class c
				join pg_catalog.pg_namespace n on n.oid = c.relnamespace
				where n.nspname = 'app_days' and c.relname = 'events_' || to_char(now() at time zone 'UTC', 'YYYYMMDD')
			) as ready`;
		return row!.ready;
	} catch {
		return false;
	}
}
