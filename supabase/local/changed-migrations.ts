import { readFileSync } from 'node:fs';

import type { Sql } from 'postgres';

import { listMigrations } from './migrate.ts';

/** The database was made by migrations that say something else in this tree. */
export class ChangedMigrations extends Error {
	override name = 'ChangedMigrations';

	constructor(names: string[]) {
		const [first, ...others] = names;
		const more = others.length > 0 ? ` and ${others.length} more` : '';
		super(`The data was made by another version of Feedback: ${first}${more} changed since.`);
	}
}

/** Throws `ChangedMigrations` when the tree has other words for a migration than those that were applied. */
export async function refuseChanged(sql: Sql): Promise<void> {
	const files = new Map(listMigrations().map((file) => [file.version, file]));
	const applied = await sql<{ version: string; text: string }[]>`
		select version, coalesce(array_to_string(statements, E'\\n'), '') as text
		from supabase_migrations.schema_migrations order by version`;
	const changed = applied.flatMap(({ version, text }) => {
		const file = files.get(version);
		const isSame = !file || strip(readFileSync(file.path, 'utf8')) === strip(text);
		return isSame ? [] : [file.name];
	});
	if (changed.length > 0) throw new ChangedMigrations(changed);
}

// The CLI keeps statements without what stands between them.
function strip(text: string): string {
	return text.replace(/--[^\n]*/g, '').replace(/[\s;]/g, '');
}
