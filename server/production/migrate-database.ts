import { createBackup } from '../backup/create-backup.ts';
import type { Config } from '../config/config-schema.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Log } from '../log/log.ts';
import { applyMigrations } from '../postgres/migrate.ts';
import { since } from '../stack/since.ts';
import { type BackupSettings, backupSource } from './backup-settings.ts';
import { ensureLogins } from './logins.ts';
import type { UsedDatabase } from './use-database.ts';

export type MigrateDatabaseOptions = {
	database: UsedDatabase;
	secrets: Secrets;
	/** Destination of a backup before the first migration; undefined makes no backup. */
	backups: BackupSettings | undefined;
	log: Log;
	/** Replaces passwords of the service's roles that differ from this server's. */
	newPasswords?: boolean;
};

/**
 * Applies the migrations that the database lacks, after a backup if backups are configured and the database is not new.
 * Resolves to the names of the applied migrations.
 */
export async function migrateDatabase(
	config: Config,
	{ database, secrets, backups, log, newPasswords = false }: MigrateDatabaseOptions,
): Promise<string[]> {
	const { ownerUrl, embedded } = database;
	const started = performance.now();
	let isNew = true;
	const applied = await applyMigrations(ownerUrl, {
		caFile: config.database.ca_file,
		log: (line) => log(`Migrations: ${line}`, 'debug'),
		onLocked: (name) =>
			log(`Waiting for a long transaction: it locks what the migration ${name} changes.`, 'warn'),
		async beforeFirst(appliedBefore) {
			isNew = appliedBefore === 0;
			if (isNew || !backups) return;
			await createBackup({
				...backups,
				database: backupSource(config, database),
				log: (line) => log(line),
			});
		},
	});
	if (applied.length > 0) log(`Applied ${applied.length} migrations${since(started)}.`);
	await ensureLogins({
		ownerUrl,
		secrets,
		caFile: config.database.ca_file,
		// No other server uses a new database or an embedded one.
		replace: newPasswords || embedded !== undefined || (applied.length > 0 && isNew),
	});
	return applied;
}
