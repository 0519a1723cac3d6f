import { readFileSync } from 'node:fs';

import type { Statements } from '../../database/statement.ts';
import { connectDatabase } from './connect.ts';
import { type Migration, listMigrations } from './migrations.ts';

/** The database was created by another version of Feedback, from which this version cannot continue. */
export class OtherVersion extends Error {
	override name = 'OtherVersion';
}

/**
 * Throws `OtherVersion` when the database has migrations that this tree lacks, or whose text differs in this tree.
 * Changes nothing. `url` is that of a role that may read the migrations.
 */
export async function refuseOtherVersions(url: string): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await compareMigrations(sql);
	} finally {
		await sql.end();
	}
}

/** Versions of the applied migrations, in order. Throws `OtherVersion` when they are not the given ones. */
export async function compareMigrations(
	sql: Statements,
	migrations: readonly Migration[] = listMigrations(),
): Promise<string[]> {
	const [kept] =
		await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as made`;
	if (!kept?.['made']) return [];
	const applied = await sql<{ version: string; name: string | null; text: string }[]>`
		select version, name, coalesce(array_to_string(statements, E'\\n'), '') as text
		from supabase_migrations.schema_migrations order by version`;
	if (applied.some(({ version }) => version === firstOfUnreleased)) {
		throw new OtherVersion(
			'The data was made by Feedback 0.4, which was never released and cannot be upgraded. Export what you need ' +
				'with that version, then start this one with an empty database or data folder.',
		);
	}
	const files = new Map(migrations.map((file) => [file.version, file]));
	const unknown = applied.filter(({ version }) => !files.has(version));
	if (unknown.length > 0) {
		const names = unknown.map(({ version, name }) => (name ? `${version}_${name}` : version));
		throw new OtherVersion(
			`The data was made by a newer version of Feedback: this one does not have ${list(names)}. Start that version, or ` +
				'restore a backup from before the upgrade with "feedback-server restore" into an empty folder or database.',
		);
	}
	const changed = applied.flatMap(({ version, text }) => {
		const file = files.get(version)!;
		return strip(readFileSync(file.path, 'utf8')) === strip(text) ? [] : [file.name];
	});
	if (changed.length > 0) {
		throw new OtherVersion(
			`The data was made by another version of Feedback: ${list(changed)} changed since.`,
		);
	}
	return applied.map(({ version }) => version);
}

/** The first migration of 0.4. */
const firstOfUnreleased = '20261120000100';

function list([first, ...others]: string[]): string {
	return others.length > 0 ? `${first} and ${others.length} more` : String(first);
}

// The CLI stores statements without the text between them.
function strip(text: string): string {
	return text.replace(/--[^\n]*/g, '').replace(/[\s;]/g, '');
}
