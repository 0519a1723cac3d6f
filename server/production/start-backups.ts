import { startArchiving } from '../backup/archiving.ts';
import type { Config } from '../config/config-schema.ts';
import type { Log } from '../log/log.ts';
import { backupSource, type BackupSettings } from './backup-settings.ts';
import type { Database } from './open-database.ts';

export type BackupPartOptions = {
	database: Database;
	settings: BackupSettings | undefined;
	log: Log;
	cleanup: AsyncDisposableStack;
};

/**
 * Archives the WAL of the embedded Postgres and backs it up regularly. An external database has a backup of its own,
 * or `feedback-server backup` in a timer.
 */
export async function startBackups(
	{ backup }: Config,
	{ database, settings, log, cleanup }: BackupPartOptions,
): Promise<void> {
	const source = backupSource(database);
	if (!backup || !settings || source.kind !== 'embedded') return;
	const archiving = await startArchiving({
		...settings,
		database: source,
		everyHours: backup.every_hours,
		keep: backup.keep,
		log: (line) => log(line),
	});
	cleanup.defer(() => archiving.stop());
}
