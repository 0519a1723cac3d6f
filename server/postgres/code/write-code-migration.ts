import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findFreePort } from '../../ports/ports.ts';
import { prepareCluster } from '../cluster.ts';
import { connectDatabase } from '../connect.ts';
import { applyMigrations } from '../migrate.ts';
import { listMigrations } from '../migrations.ts';
import { ownerUrl } from '../database.ts';
import { startPostgres } from '../postgres.ts';

/**
 * Writes the code that changed since the last code migration of a folder as migrations, for databases that only the
 * Supabase CLI migrates. Resolves to the names of the written files: one, and another one before each new migration
 * that calls a new function. The text is what the server itself does to a database of that state, which is created in
 * a temporary Postgres.
 */
export async function writeCodeMigration(folder: string, schemas: string): Promise<string[]> {
	const data = mkdtempSync(join(tmpdir(), 'feedback-code-'));
	const port = await findFreePort();
	const postgres = await startPostgres({
		data: join(data, 'data'),
		port,
		settings: { fsync: 'off' },
	});
	try {
		const password = 'temporary';
		await prepareCluster(postgres.url, password);
		const owner = ownerUrl(port, password);
		await repeatReleased(owner, folder);
		const written = new Map<string, string[]>();
		const last = listMigrations(folder).at(-1)!.version;
		await applyMigrations(owner, {
			folder,
			schemas,
			onCode(text, before) {
				const version = BigInt(before?.version ?? last) + (before ? -1n : 1n);
				const name = `${version}_code.sql`;
				written.set(name, [...(written.get(name) ?? []), text]);
			},
		});
		for (const [name, texts] of written) writeFileSync(join(folder, name), compose(texts));
		return [...written.keys()];
	} finally {
		await postgres.stop();
		rmSync(data, { recursive: true, force: true });
	}
}

/** Applies the migrations up to the last one that contains code, as the Supabase CLI does. */
async function repeatReleased(owner: string, folder: string): Promise<void> {
	const migrations = listMigrations(folder);
	const released = migrations.slice(0, migrations.findLastIndex(({ isCode }) => isCode) + 1);
	const sql = connectDatabase(owner);
	try {
		for (const { version, path } of released) {
			const text = readFileSync(path, 'utf8');
			await sql.script(text);
			await sql.script(`
				create schema if not exists supabase_migrations;
				create table if not exists supabase_migrations.schema_migrations
					(version text not null primary key, statements text[], name text)`);
			await sql`
				insert into supabase_migrations.schema_migrations (version, statements)
				values (${version}, array[${text}::text])`;
		}
	} finally {
		await sql.end();
	}
}

function compose(texts: readonly string[]): string {
	const statements = texts.map((text) => text.trim().replace(/;?$/, ';'));
	return `-- Generated from supabase/schemas, for databases that only the Supabase CLI migrates.\n\n${statements.join('\n\n')}\n`;
}
