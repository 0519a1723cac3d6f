import type { Sql } from 'postgres';

/** Counts how many of these events are not stored, and the surplus rows of events that are stored more than once. */
export async function countStored(
	sql: Sql,
	ids: readonly string[],
): Promise<{ lost: number; duplicates: number }> {
	const [row] = await sql<{ rows: number; events: number }[]>`
		select count(*)::integer as rows, count(distinct id)::integer as events
		from app.events where id = any(${[...ids]}::uuid[])`;
	return { lost: ids.length - row!.events, duplicates: row!.rows - row!.events };
}
