import type { DatabaseClient } from '../connect.ts';

export const publication = 'feedback_home';

/**
 * Publishes at home what every cell has a copy of, after completing the directory. Safe to repeat: a release may add
 * tables.
 *
 * @param home as the role that owns the service's tables, or a superuser
 */
export async function publishHome(home: DatabaseClient): Promise<void> {
	await home`select app.fill_directory()`;
	const rows = await home<
		{ relation: string }[]
	>`select r as relation from app.copied_relations() r`;
	const tables = rows.map(({ relation }) => relation).join(', ');
	const [found] = await home`select from pg_publication where pubname = ${publication}`;
	await home.script(
		found
			? `alter publication ${publication} set table ${tables}`
			: `create publication ${publication} for table ${tables}`,
	);
}
