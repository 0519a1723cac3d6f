import { createBackup } from '../backup/create-backup.ts';
import { generateEncryptionKey } from '../backup/encryption-key.ts';
import { listBackups } from '../backup/list-backups.ts';
import { markMoment } from '../backup/mark-moment.ts';
import { backupSource } from '../production/backup-settings.ts';
import { useDatabase } from '../production/use-database.ts';
import { CommandFailure } from './command-failure.ts';
import { openServer, requireBackups } from './open-server.ts';

/** Makes a backup now. */
export async function backupNow(file: string | undefined): Promise<void> {
	const server = openServer(file);
	const settings = await requireBackups(server.config, file);
	const manifest = await useDatabase(server.config, server, (database) =>
		createBackup({
			...settings,
			database: backupSource(server.config, database),
			keep: server.config.backup!.keep,
			log: (line) => server.log(line),
		}),
	);
	console.log(manifest.id);
}

/** Lists the backups and marks of the destination, oldest first. */
export async function backupList(file: string | undefined): Promise<void> {
	const { config } = openServer(file);
	const { backups, marks, problems } = await listBackups(await requireBackups(config, file));
	if (backups.length === 0) console.log('There are no backups.');
	for (const { id, bytes, manifest, problem } of backups) {
		const size = `${(bytes / 1e6).toFixed(1)} MB`;
		console.log(`${id}  ${size}  ${problem ?? `until ${manifest!.ended}`}`);
	}
	for (const { name, time } of marks) console.log(`mark ${name}  ${time}`);
	for (const problem of problems) console.error(problem);
}

/** Marks the current point in time, so that it can be restored. */
export async function backupMark(file: string | undefined, name: string): Promise<void> {
	const server = openServer(file);
	const settings = await requireBackups(server.config, file);
	const mark = await useDatabase(server.config, server, (database) => {
		if (!database.embedded) {
			throw new CommandFailure(
				'Moments can be marked for the embedded database only. Use pgBackRest with an external one.',
			);
		}
		const { adminUrl, cluster } = database.embedded;
		return markMoment({ ...settings, database: { url: adminUrl, cluster }, name });
	});
	console.log(`Marked ${mark.time} as ${mark.name}.`);
}

/** Prints a new key for `backup.encryption_key`. */
export async function backupKey(): Promise<void> {
	console.log(await generateEncryptionKey());
}
