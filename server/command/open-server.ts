import { readConfig } from '../config/read-config.ts';
import type { Config } from '../config/config-schema.ts';
import { openDataFolder } from '../data/data-folder.ts';
import { type Secrets, loadSecrets } from '../data/secrets.ts';
import type { Log } from '../log/log.ts';
import { type BackupSettings, readBackupSettings } from '../production/backup-settings.ts';
import { existingConfigFile } from './config-file.ts';
import { CommandFailure } from './command-failure.ts';

/** Resources of a command, besides the database. */
export type OpenServer = {
	config: Config;
	secrets: Secrets;
	/** Prints progress on standard error, because standard output is for results. */
	log: Log;
};

/** Reads the configuration and the secrets of the server on this machine. */
export function openServer(file: string | undefined): OpenServer {
	const config = readConfig({ file, environment: process.env });
	openDataFolder(config.data, new AsyncDisposableStack());
	return { config, secrets: loadSecrets(config.data), log: (line) => console.error(line) };
}

/** Returns the backup settings. Throws when there are none. */
export async function requireBackups(
	config: Config,
	file: string | undefined,
): Promise<BackupSettings> {
	const settings = await readBackupSettings(config, existingConfigFile(file));
	if (settings) return settings;
	throw new CommandFailure(
		'No place for backups is configured: set backup.to in the configuration file, or FEEDBACK_BACKUP_TO.',
		{ exitCode: 2 },
	);
}
