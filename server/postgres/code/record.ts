import type { Statements, Tx } from '../../../database/statement.ts';
import type { DatabaseObject } from './database-objects.ts';

/** What is known about a code file that was applied. */
export type AppliedFile = { sha256: string; objects: readonly DatabaseObject[] };

/** The table stands beside that of the Supabase CLI, since both record what was applied. */
export const createRecord = `
	create schema if not exists supabase_migrations;
	create table if not exists supabase_migrations.code_files (
		path text primary key, sha256 text not null, objects jsonb not null)`;

/** The applied code files by path; none in a database without the record. */
export async function readApplied(sql: Tx | Statements): Promise<Map<string, AppliedFile>> {
	const [record] = await sql<{ exists: boolean }[]>`
		select to_regclass('supabase_migrations.code_files') is not null as exists`;
	if (!record?.exists) return new Map();
	const rows = await sql<(AppliedFile & { path: string })[]>`
		select path, sha256, objects from supabase_migrations.code_files`;
	return new Map(rows.map(({ path, sha256, objects }) => [path, { sha256, objects }]));
}

/** The statement that records a file, or that forgets a file which no longer exists. */
export function recordFile(path: string, applied: AppliedFile | undefined): string {
	if (!applied) return `delete from supabase_migrations.code_files where path = ${literal(path)}`;
	return `insert into supabase_migrations.code_files (path, sha256, objects)
values (${literal(path)}, ${literal(applied.sha256)}, ${literal(JSON.stringify(applied.objects))})
on conflict (path) do update set sha256 = excluded.sha256, objects = excluded.objects`;
}

function literal(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}
