import { existsSync } from 'node:fs';

import type { Config } from '../config/config-schema.ts';
import { denoBinary } from '../functions/functions.ts';
import { nativeFolder } from '../postgres/native-programs.ts';
import { checkBackup } from '../backup/check-backup.ts';
import { loadSecrets, secretsFile } from '../data/secrets.ts';
import { backupSource, readBackupSettings } from '../production/backup-settings.ts';
import { useDatabase } from '../production/use-database.ts';
import { checkAsk } from './check-ask.ts';
import { checkCells } from './check-cells.ts';
import { checkClockSource } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkData } from './check-disk.ts';
import { checkFiles } from './check-files.ts';
import { checkMail } from './check-mail.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkReplica } from './check-replica.ts';
import { checkStoredSecrets } from './check-stored-secrets.ts';
import { type Check, failed, passed } from './check.ts';

/** Checks each part of a server in turn, and leaves everything as it was. */
export async function* runChecks(config: Config): AsyncGenerator<Check> {
	yield checkPrograms(config);
	yield* checkData(config.data);
	if (config.database.url) {
		yield* await checkDatabase(config.database.url, config.database.ca_file);
		yield* await checkReplica(config.database);
		yield* await checkCells(config.database);
	} else {
		yield passed('database', 'The server runs its own Postgres 17.');
		yield* await checkClockSource();
	}
	yield await checkFiles(config);
	yield await checkMail(config);
	yield* await checkPublicUrl(config.public_url);
	yield* await checkAsk(config);
	// Without secrets, the check of the data folder has already failed, and no check must generate any.
	if (!existsSync(secretsFile(config.data))) return;
	yield await checkStoredSecrets(config);
	yield* await checkBackups(config);
}

async function checkBackups(config: Config): Promise<Check[]> {
	const settings = await readBackupSettings(config, undefined);
	if (!settings) {
		return [failed('backup', 'No backups are made.', 'Set backup.to in the configuration file.')];
	}
	const secrets = loadSecrets(config.data);
	try {
		return await useDatabase(config, { secrets, log: () => undefined }, (database) =>
			checkBackup({
				...settings,
				database: backupSource(config, database),
				maxAgeHours: config.backup!.every_hours * 2,
			}),
		);
	} catch (error) {
		return [
			failed('backup', (error as Error).message, 'Correct what is wrong with the database first.'),
		];
	}
}

function checkPrograms({ database }: Config): Check {
	try {
		const programs = [denoBinary(), ...(database.url ? [] : [`${nativeFolder()}/postgres`])];
		const missing = programs.find((path) => !existsSync(path));
		if (missing === undefined) return passed('programs', 'Deno and Postgres are installed.');
		throw new Error(`${missing} is missing`);
	} catch (error) {
		return failed(
			'programs',
			`The installation is not complete: ${(error as Error).message}.`,
			'Install the package again, without --omit=optional.',
		);
	}
}
