import type { RunningDatabase } from './start-database.ts';

type Databases = Iterable<RunningDatabase>;

/** Of these IDs, the ones that no database has, and the ones that several have. */
async function compare(
	databases: Databases,
	ids: readonly string[],
	find: (database: RunningDatabase) => PromiseLike<readonly { id: string }[]>,
): Promise<{ lost: number; duplicates: number }> {
	const found = new Map<string, number>();
	for (const database of databases) {
		for (const { id } of await find(database)) found.set(id, (found.get(id) ?? 0) + 1);
	}
	return {
		lost: ids.filter((id) => !found.has(id)).length,
		duplicates: ids.filter((id) => (found.get(id) ?? 0) > 1).length,
	};
}

export function compareEvents(databases: Databases, ids: readonly string[]) {
	return compare(
		databases,
		ids,
		({ admin }) => admin<{ id: string }[]>`
			select id from app.events where id = any(${[...ids]}::uuid[])`,
	);
}

export function compareAnswers(databases: Databases, displays: readonly string[]) {
	return compare(
		databases,
		displays,
		({ admin }) => admin<{ id: string }[]>`
			select display_id as id from app.responses where display_id = any(${[...displays]}::uuid[]) and final`,
	);
}

/** Displays by prompt and subject, beyond one for each subject; and displays of each prompt. */
export async function countDisplays(databases: Databases, surveys: readonly string[]) {
	const prompts = new Map<string, number>();
	let repeated = 0;
	for (const { admin } of databases) {
		const rows = await admin<{ prompt: string; displays: number; subjects: number }[]>`
			select d.prompt_id as prompt, count(*)::integer as displays, count(distinct d.subject_id)::integer as subjects
			from app.displays d join app.prompts p on p.site_id = d.site_id and p.id = d.prompt_id
			where p.survey_id = any(${[...surveys]}) and d.displayed_at is not null group by 1`;
		for (const { prompt, displays, subjects } of rows) {
			prompts.set(prompt, (prompts.get(prompt) ?? 0) + displays);
			repeated += displays - subjects;
		}
	}
	return { repeated, most: Math.max(0, ...prompts.values()) };
}

/** Grants for once of which there are more or fewer sites than uses. */
export async function findWronglyUsed(databases: Databases): Promise<string[]> {
	const wrong: string[] = [];
	for (const { name, admin } of databases) {
		const rows = await admin<{ grant: string; used: number; sites: number }[]>`
			select g.site_name as grant, count(g.consumed_at)::integer as used, (
				select count(*)::integer from app.sites s
				where s.workspace_id = g.workspace_id and s.name = g.site_name) as sites
			from app.grants g where g.site_name like 'Once %' group by g.workspace_id, g.site_name`;
		const of = rows.filter(({ used, sites }) => used !== sites || sites > 1);
		wrong.push(...of.map((row) => `${row.grant} in ${name}: ${row.used} used, ${row.sites} sites`));
	}
	return wrong;
}
