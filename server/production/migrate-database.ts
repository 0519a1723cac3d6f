import { createBackup } from '../backup/create-backup.ts';
import { findOutage } from '../../database/outage.ts';
import type { Config } from '../config/config-schema.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Log } from '../log/log.ts';
import type { Cell } from '../postgres/cells/cell.ts';
import { applyMigrations } from '../postgres/migrate.ts';
import { listMigrations } from '../postgres/migrations.ts';
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
	// Before home: a cell has to know what home copies to it.
	for (const cell of database.cells ?? [])
		await migrateCell(config, cell, { secrets, log, newPasswords });
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

/** Applies the migrations that a cell lacks. One that is down gets them at the next start, and keeps no other from starting. */
async function migrateCell(
	{ database }: Config,
	{ name, ownerUrl }: Cell,
	{
		secrets,
		log,
		newPasswords,
	}: Required<Pick<MigrateDatabaseOptions, 'secrets' | 'log' | 'newPasswords'>>,
): Promise<void> {
	try {
		const applied = await applyMigrations(ownerUrl, {
			caFile: database.ca_file,
			log: (line) => log(`Migrations of the cell ${name}: ${line}`, 'debug'),
		});
		if (applied.length > 0) log(`Applied ${applied.length} migrations to the cell ${name}.`);
		await ensureLogins({
			ownerUrl,
			secrets,
			caFile: database.ca_file,
			replace: newPasswords || applied.length === listMigrations().length,
		});
	} catch (error) {
		const outage = findOutage(error);
		if (outage === undefined) throw error;
		log(`The cell ${name} is down, so its workspaces are unavailable: ${outage}`, 'error');
	}
}
