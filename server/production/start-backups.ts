import { type Archiving, endArchiving, startArchiving } from '../backup/archiving.ts';
import type { Config } from '../config/config-schema.ts';
import type { Log } from '../log/log.ts';
import type { BackupSettings } from './backup-settings.ts';
import type { Database } from '../stack/start-service.ts';

export type BackupPartOptions = {
	database: Database;
	settings: BackupSettings | undefined;
	log: Log;
};

/**
 * Archives the WAL of the embedded Postgres and backs it up regularly. An external database has a backup of its own,
 * or `feedback-server backup` in a timer.
 */
export async function startBackups(
	{ backup }: Config,
	{ database, settings, log }: BackupPartOptions,
): Promise<Archiving | undefined> {
	const { embedded } = database;
	if (!embedded) return undefined;
	if (!backup || !settings) {
		await endArchiving(embedded.adminUrl);
		return undefined;
	}
	return startArchiving({
		...settings,
		database: { kind: 'embedded', url: embedded.adminUrl, cluster: embedded.cluster },
		everyHours: backup.every_hours,
		keep: backup.keep,
		log: (line) => log(line),
	});
}
