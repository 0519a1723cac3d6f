import type { Sql } from 'postgres';
import { expect } from 'vitest';

/** Waits until `count` connections of the database wait for a lock, then terminates them. */
export async function endWaiting(sql: Sql, count: number): Promise<void> {
	const find = () => sql<{ pid: number }[]>`
		select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
	await expect.poll(async () => (await find()).length).toBe(count);
	for (const { pid } of await find()) await sql`select pg_terminate_backend(${pid})`;
}
