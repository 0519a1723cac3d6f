import type { Database } from '../../../database/database.ts';
import { wasDiskFull } from './disk-full.ts';

/**
 * Whether the database accepts events now: it commits a write within the pool's deadline, has today's partition, and
 * refused no event for want of disk space lately. Use a separate connection, which load on the pool cannot delay.
 */
export async function isReady(sql: Database): Promise<boolean> {
	// A small write may still succeed on a full disk, in a page that exists.
	if (wasDiskFull()) return false;
	try {
		const [row] = await sql<{ ready: boolean }[]>`select app.probe_write() as ready`;
		return row!.ready;
	} catch {
		return false;
	}
}
