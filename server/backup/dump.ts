// Backup of an external database by pg_dump.
import type { Readable } from 'node:stream';

import type { Statements } from '../../database/statement.ts';
import type { ExternalDatabase } from './database-source.ts';
import { dumpRoles } from './dump-roles.ts';
import { type Tool, connectionEnvironment, findTool } from './postgres-tools.ts';
import { readOutput } from './program-output.ts';

export type Dump = {
	/** SQL that creates the roles. */
	roles: string;
	/** The database in pg_dump's custom format. */
	content: Readable;
	/** Version of pg_dump. */
	version: string;
};

/**
 * Dumps a database; `sql` is connected to it as the same role. Throws an explanation when the role does not
 * see all rows, or no installed pg_dump is new enough.
 */
export async function dumpDatabase(
	sql: Statements,
	database: ExternalDatabase,
	signal?: AbortSignal,
): Promise<Dump> {
	await requireAllRows(sql);
	const { path, version } = await findDump(sql);
	const roles = await dumpRoles(sql);
	const environment = connectionEnvironment(database);
	const args = [
		'--format=custom',
		// Everything is compressed later.
		'--compress=none',
		// pg_cron exists in only one database of a cluster, and only a superuser may create it.
		'--exclude-extension=pg_cron',
		'--exclude-schema=cron',
	];
	return { roles, version, content: readOutput({ path, args, environment, signal }) };
}

/** The pg_dump for this database. Throws when none is new enough. */
export async function findDump(sql: Statements): Promise<Tool> {
	return findTool('pg_dump', await readMajor(sql));
}

/** The database's major version, such as 17. */
export async function readMajor(sql: Statements): Promise<number> {
	const [row] = await sql<{ number: string }[]>`
		select current_setting('server_version_num') as number`;
	return Math.floor(Number(row!.number) / 10_000);
}

/**
 * Throws unless policies hide no row from this role. Policies are forced on every table, even for its owner:
 * pg_dump would fail, and with --enable-row-security it would silently omit rows.
 */
export async function requireAllRows(sql: Statements): Promise<void> {
	const [role] = await sql<{ name: string; sees_all: boolean }[]>`
		select rolname as name, rolbypassrls or rolsuper as sees_all
		from pg_roles where rolname = current_user`;
	if (role!.sees_all) return;
	throw new Error(
		`The role ${role!.name} cannot back up the database: row-level security hides rows from it. Use a role with BYPASSRLS: a superuser makes one by "create role feedback_backup login bypassrls password '…'; grant pg_read_all_data to feedback_backup".`,
	);
}
