import postgres from 'postgres';

import { template, templateOfTestDate, templateOfToday } from '../../supabase/tests/cluster.ts';

/**
 * Runs a statement in the databases that tests clone. Returns false, and changes none, if Postgres refuses it.
 *
 * @param clusters URLs of their servers
 */
export async function changeTemplates(
	clusters: readonly string[],
	statement: string,
): Promise<boolean> {
	for (const cluster of clusters) {
		for (const name of [template, templateOfToday, templateOfTestDate]) {
			const url = new URL(cluster);
			url.pathname = `/${name}`;
			const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
			try {
				await sql.unsafe(statement);
			} catch (error) {
				if (!(error instanceof postgres.PostgresError)) throw error;
				return false;
			} finally {
				await sql.end();
			}
		}
	}
	return true;
}
