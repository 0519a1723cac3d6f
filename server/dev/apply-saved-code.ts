import { type DatabaseClient, connectDatabase } from '../postgres/connect.ts';
import { applyCode } from '../postgres/code/apply-code.ts';
import type { Stack } from '../stack/start-stack.ts';

/**
 * Applies the changed files of `supabase/schemas` to the database of a running stack. Resolves to false when none has
 * changed; rejects, and changes nothing, when Postgres refuses a statement.
 */
export async function applySavedCode(stack: Stack): Promise<boolean> {
	const sql = connectDatabase(stack.databaseUrl);
	try {
		const before = await hashResults(sql);
		if ((await applyCode(sql)).length === 0) return false;
		// Postgres refuses a prepared statement whose result has other columns than when it was prepared.
		if ((await hashResults(sql)) !== before) await stack.replaceFunctions();
		return true;
	} finally {
		await sql.end();
	}
}

/** A hash of what the functions return, and of the columns of the views. */
async function hashResults(sql: DatabaseClient): Promise<string> {
	const [row] = await sql<{ hash: string }[]>`
		select md5(string_agg(result, ',' order by result)) as hash
		from (
			select p.oid::regprocedure || ' ' || pg_get_function_result(p.oid) as result
			from pg_proc p where p.pronamespace = 'app'::regnamespace
			union all
			select a.attrelid::regclass || '.' || a.attname || ' ' || a.atttypid::regtype
			from pg_attribute a join pg_class c on c.oid = a.attrelid
			where c.relnamespace = 'app'::regnamespace and c.relkind = 'v'
		) results`;
	return row!.hash;
}
