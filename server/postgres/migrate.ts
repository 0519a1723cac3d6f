import { readFileSync } from 'node:fs';

import { isConnectionLost } from '../../database/outage.ts';
import { Script, type Tx } from '../../database/statement.ts';
import { type DatabaseClient, connectDatabase } from './connect.ts';
import { readDatabaseAddress } from './database-address.ts';
import { unlimited, withLock } from './held-lock.ts';
import { type CodeOptions, applyCode, createCalled } from './code/apply-code.ts';
import { buildIndexes } from './build-indexes.ts';
import { type Migration, listMigrations } from './migrations.ts';
import { compareMigrations } from './other-versions.ts';
import { lockWaitMs, whenFree } from './when-free.ts';
import { requireSupportedVersion } from './server-version.ts';

export type MigrateOptions = {
	/** Folder of the migrations, by default this tree's. */
	folder?: string;
	/** Folder of the code, by default this tree's `supabase/schemas`. */
	schemas?: string;
	/** Receives what changes functions, views, triggers and policies: before a migration by its name, or after all. */
	onCode?: (text: string, before?: Migration) => void;
	/**
	 * Called before the first change with the number of migrations that were applied earlier, and not called when there
	 * is nothing to apply. Nothing is applied when it rejects.
	 */
	beforeFirst?: (applied: number) => Promise<void>;
	/** File with the certificate authorities of the database server. */
	caFile?: string | undefined;
	/** Receives the notices of migrations. */
	log?: (line: string) => void;
	/** Called with a migration's name each time the migration stops waiting for a lock, before it is retried. */
	onLocked?: (name: string) => void;
};

/**
 * Applies the migrations that a database lacks and records them in the table of the Supabase CLI, so that
 * either tool can continue from the other. Then applies the functions, views, triggers and policies that differ
 * (`applyCode`). Each migration is one transaction: files applied before a failure or a kill stay applied, and the
 * next run continues after them. Of two concurrent runs, one waits for the other.
 * Resolves to the file names of the applied migrations.
 *
 * `url` is that of the database's owner, who needs the right to create roles; it may lead through a pooler
 * in transaction mode that has two connections. Throws `OtherVersion` when an applied migration differs
 * from the folder's.
 *
 * @example
 * await applyMigrations('postgres://owner:secret@db.example/feedback', { beforeFirst: backUp });
 */
export async function applyMigrations(
	url: string,
	{ folder, schemas, beforeFirst, caFile, log, onCode, onLocked }: MigrateOptions = {},
): Promise<string[]> {
	const address = readDatabaseAddress(url, caFile);
	const sql = connectDatabase(address, { ...(log && { onNotice: log }) });
	const migrations = listMigrations(folder);
	const findMissing = async () => {
		const applied = new Set(await compareMigrations(sql, migrations));
		return migrations.filter(({ version }) => !applied.has(version));
	};
	try {
		await requireSupportedVersion(sql);
		return await withLock(address, 'feedback: migrations', async () => {
			const missing = await findMissing();
			if (missing.length > 0) {
				await beforeFirst?.(migrations.length - missing.length);
				await sql.script(record);
			}
			const applied: string[] = [];
			for (const migration of missing) {
				const apply = migration.isConcurrent ? applyConcurrently : applyInTransaction;
				const code = { folder: schemas, onStatement: (text: string) => onCode?.(text, migration) };
				const done = await whenFree(
					() => apply(sql, migration, code),
					() => onLocked?.(migration.name),
				);
				if (done) applied.push(migration.name);
			}
			await applyCode(sql, {
				folder: schemas,
				onStatement: (text) => onCode?.(text),
				onLocked: () => onLocked?.('of the functions'),
			});
			return applied;
		});
	} finally {
		await sql.end();
	}
}

/** The table as the Supabase CLI creates it. */
const record = `
	create schema if not exists supabase_migrations;
	create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
	alter table supabase_migrations.schema_migrations add column if not exists statements text[];
	alter table supabase_migrations.schema_migrations add column if not exists name text`;

/**
 * Returns false when it was already applied, by the Supabase CLI or by a run that was killed and still
 * completed.
 */
async function applyInTransaction(
	sql: DatabaseClient,
	migration: Migration,
	code: CodeOptions,
): Promise<boolean> {
	const { name } = migration;
	const text = readFileSync(migration.path, 'utf8');
	try {
		return await sql.begin('read write', async (tx) => {
			await tx.send(new Script(`${unlimited}; set local lock_timeout = ${lockWaitMs}`));
			// First, so that no other server starts on the same file.
			const claimed = await claim(tx, migration, text);
			if (!claimed) return false;
			// What it repeats follows all migrations, from the files themselves.
			if (migration.isCode) return true;
			await createCalled(tx, text, code);
			await tx.send(new Script(text));
			return true;
		});
	} catch (cause) {
		const { message } = cause as Error;
		throw new Error(
			isConnectionLost(cause)
				? `The migration ${name} was interrupted: ${message}. Run the migrations again: they continue where they stopped.`
				: `The migration ${name} failed and was rolled back: ${message}. Those before it are applied.`,
			{ cause },
		);
	}
}

/** Builds the indexes of a migration while rows are written. After a kill, the next run continues. */
async function applyConcurrently(sql: DatabaseClient, migration: Migration): Promise<boolean> {
	const text = readFileSync(migration.path, 'utf8');
	await buildIndexes(sql, text);
	return sql.begin('read write', (tx) => claim(tx, migration, text));
}

/** Records a migration; resolves to false when it is recorded already. */
async function claim(tx: Tx, { version, name }: Migration, text: string): Promise<boolean> {
	const title = name.slice(version.length + 1, -'.sql'.length);
	const claimed = await tx`
		insert into supabase_migrations.schema_migrations (version, name, statements)
		values (${version}, ${title}, array[${text}::text]) on conflict do nothing returning version`;
	return claimed.length > 0;
}
