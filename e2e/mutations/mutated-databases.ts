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
	return inTemplates(clusters, (sql) =>
		sql.unsafe(statement).then(
			() => true,
			(error: unknown) => {
				if (error instanceof postgres.PostgresError) return false;
				throw error;
			},
		),
	);
}

/** Calls a function with a connection to each database that tests clone, until one call returns false. */
export async function inTemplates(
	clusters: readonly string[],
	change: (sql: postgres.Sql) => Promise<boolean>,
): Promise<boolean> {
	for (const cluster of clusters) {
		for (const name of [template, templateOfToday, templateOfTestDate]) {
			const url = new URL(cluster);
			url.pathname = `/${name}`;
			const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
			const isDone = await change(sql).finally(() => sql.end());
			if (!isDone) return false;
		}
	}
	return true;
}
