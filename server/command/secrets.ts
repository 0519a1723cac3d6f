import { createBackup } from '../backup/create-backup.ts';
import { backupSource, readBackupSettings } from '../production/backup-settings.ts';
import { ServerNotRestarted, rotateSealingKey } from '../production/rotate-sealing-key.ts';
import { useDatabase } from '../production/use-database.ts';
import { CommandFailure } from './command-failure.ts';
import { existingConfigFile } from './config-file.ts';
import { type OpenServer, openServer } from './open-server.ts';

/** Replaces the key that encrypts stored secrets, or continues; prints what to do before it is run again. */
export async function rotateSecrets(file: string | undefined): Promise<void> {
	const server = openServer(file);
	const { config, log } = server;
	const rotation = await rotateSealingKey(config, {
		log,
		backUp: () => backUp(server, file),
	}).catch((error: unknown) => {
		if (!(error instanceof ServerNotRestarted)) throw error;
		throw new CommandFailure(error.message, { cause: error });
	});
	const isShared = config.database.url !== undefined;
	const servers = isShared
		? 'Copy secrets.json to every server of this database, and restart each'
		: 'Restart the server';
	switch (rotation.step) {
		case 'announced':
			return console.log(
				`The new key is in secrets.json and not used yet.\n${servers}. Then run this command again.`,
			);
		case 'activated':
			return console.log(
				`The new key is the current one; the previous one still decrypts.\n${servers}. Then run this command again.`,
			);
		case 'finished':
			console.log(
				`Encrypted ${rotation.resealed} secrets again; the previous key is deleted from secrets.json.`,
			);
			if (isShared) console.log('Copy secrets.json to every server of this database.');
			if (rotation.unreadable === 0) return;
			throw new CommandFailure(
				`${rotation.unreadable} secrets can be decrypted with neither key: see \`feedback-server doctor\`.`,
			);
	}
}

async function backUp({ config, secrets, log }: OpenServer, file: string | undefined) {
	const settings = await readBackupSettings(config, existingConfigFile(file));
	if (!settings) return;
	await useDatabase(config, { secrets, log }, (database) =>
		createBackup({
			...settings,
			database: backupSource(config, database),
			keep: config.backup!.keep,
			log: (line) => log(line),
		}),
	);
}
