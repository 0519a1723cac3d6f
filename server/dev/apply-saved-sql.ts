import { applyCode } from '../postgres/code/apply-code.ts';
import { connectDatabase } from '../postgres/connect.ts';
import type { Stack } from '../stack/start-stack.ts';

/** Applies the SQL files that differ from the database; resolves to false when none does. */
export async function applySavedSql({ databaseUrl }: Pick<Stack, 'databaseUrl'>): Promise<boolean> {
	const sql = connectDatabase(databaseUrl);
	try {
		return (await applyCode(sql)).length > 0;
	} finally {
		await sql.end();
	}
}
