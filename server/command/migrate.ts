import { readBackupSettings } from '../production/backup-settings.ts';
import { migrateDatabase } from '../production/migrate-database.ts';
import { useDatabase } from '../production/use-database.ts';
import { existingConfigFile } from './config-file.ts';
import { openServer } from './open-server.ts';

/** Applies the migrations that the database lacks, after a backup. */
export async function migrate(
	file: string | undefined,
	{ newPasswords }: { newPasswords?: true },
): Promise<void> {
	const server = openServer(file);
	const backups = await readBackupSettings(server.config, existingConfigFile(file));
	const applied = await useDatabase(server.config, server, (database) =>
		migrateDatabase(server.config, {
			database,
			backups,
			secrets: server.secrets,
			log: server.log,
			newPasswords: newPasswords ?? false,
		}),
	);
	console.log(
		applied.length === 0 ? 'The database is up to date.' : `Applied:\n${applied.join('\n')}`,
	);
}
