import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { isConnectionLost } from '../../supabase/functions/_shared/outage.ts';
import { Script } from '../../supabase/functions/_shared/statement.ts';
import { type DatabaseClient, connectDatabase } from './connect.ts';
import { readDatabaseAddress } from './database-address.ts';
import { unlimited, withLock } from './held-lock.ts';
import { type Migration, listMigrations } from './migrations.ts';
import { compareMigrations } from './other-versions.ts';
import { requireSupportedVersion } from './server-version.ts';

export type MigrateOptions = {
	/** Folder of the migrations, by default this tree's. */
	folder?: string;
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
 * either tool can continue from the other. Each file is one transaction: files applied before a failure or
 * a kill stay applied, and the next run continues after them. Of two concurrent runs, one waits for the other.
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
	{ folder, beforeFirst, caFile, log, onLocked }: MigrateOptions = {},
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
		if ((await findMissing()).length === 0) return [];
		return await withLock(address, 'feedback: migrations', async () => {
			const missing = await findMissing();
			if (missing.length === 0) return [];
			await beforeFirst?.(migrations.length - missing.length);
			await sql.script(record);
			const applied: string[] = [];
			for (const migration of missing) {
				if (await applyWhenFree(sql, migration, onLocked)) applied.push(migration.name);
			}
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
 * Milliseconds for which a migration waits for a lock while every later request queues behind it, and
 * milliseconds for which the migration then lets the requests go first.
 */
const lockWaitMs = 2_000;
const pauseMs = 1_000;

/** Retries while a long transaction, such as a dump, holds the locks that the migration needs. */
async function applyWhenFree(
	sql: DatabaseClient,
	migration: Migration,
	onLocked: MigrateOptions['onLocked'],
): Promise<boolean> {
	for (;;) {
		try {
			return await apply(sql, migration);
		} catch (error) {
			const { cause } = error as { cause?: { code?: string } };
			if (cause?.code !== lockNotAvailable) throw error;
			onLocked?.(migration.name);
			await wait(pauseMs);
		}
	}
}

const lockNotAvailable = '55P03';

/**
 * Returns false when it was already applied, by the Supabase CLI or by a run that was killed and still
 * completed.
 */
async function apply(sql: DatabaseClient, { version, name, path }: Migration): Promise<boolean> {
	const text = readFileSync(path, 'utf8');
	const title = name.slice(version.length + 1, -'.sql'.length);
	try {
		return await sql.begin('read write', async (tx) => {
			await tx.send(new Script(`${unlimited}; set local lock_timeout = ${lockWaitMs}`));
			// First, so that no other server starts on the same file.
			const claimed = await tx`
				insert into supabase_migrations.schema_migrations (version, name, statements)
				values (${version}, ${title}, array[${text}::text]) on conflict do nothing returning version`;
			if (claimed.length === 0) return false;
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
