import type { Sql } from 'postgres';
import postgres from 'postgres';

import { listMutants, type ListedMutant } from './list-mutants.ts';
import { inTemplates } from './mutated-databases.ts';
import { keepWatched } from './outcomes.ts';
import { createWatches, listWatched, watchOf, watchSchema } from './watched-conditions.ts';

/** Watches the conditions of all SQL functions in the databases that tests clone, and keeps which could be. */
export async function watchConditions(clusters: readonly string[]): Promise<void> {
	const watched = new Set<string>();
	await inTemplates(clusters, async (sql) => {
		await sql.unsafe(`
			create schema ${watchSchema};
			grant usage on schema ${watchSchema} to public;`);
		for (const [source, mutants] of bySource()) {
			for (const { conditions, watch } of listWatched(source, mutants)) {
				await sql.unsafe(createWatches(conditions, source));
				let usable = conditions;
				// Such as `where` after `on conflict`, which names an index.
				if (!(await isAccepted(sql, watch(usable)))) {
					usable = [];
					for (const one of conditions) if (await isAccepted(sql, watch([one]))) usable.push(one);
					await sql.unsafe(watch(usable));
				}
				for (const one of usable) watched.add(watchOf(one, source));
			}
		}
		await sql.unsafe(`grant execute on all functions in schema ${watchSchema} to public`);
		return true;
	});
	keepWatched(watched);
}

/** Undoes it. */
export async function restoreConditions(clusters: readonly string[]): Promise<void> {
	await inTemplates(clusters, async (sql) => {
		for (const [source, mutants] of bySource())
			for (const { original } of listWatched(source, mutants)) await sql.unsafe(original);
		await sql.unsafe(`drop schema ${watchSchema} cascade`);
		return true;
	});
}

function bySource(): Map<string, ListedMutant[]> {
	return Map.groupBy(
		listMutants().filter(({ mutate }) => mutate === 'sql'),
		({ source }) => source,
	);
}

async function isAccepted(sql: Sql, statement: string): Promise<boolean> {
	try {
		await sql.unsafe(statement);
		return true;
	} catch (error) {
		if (error instanceof postgres.PostgresError) return false;
		throw error;
	}
}
